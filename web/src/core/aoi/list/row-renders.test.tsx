import { screen } from '@testing-library/react'
import { memo } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { type AoiSummary, eventTypeApi } from '#contract'
import { answerCalls } from '../../../testing/calls.ts'
import { startTestI18n } from '../../../testing/i18n.ts'
import { show } from '../../../testing/render.tsx'
import type { TypeLook } from '../type-look.ts'
import { AoiPanel } from './AoiPanel.tsx'

const rendered = vi.hoisted(() => [] as (string | undefined)[])
vi.mock('./AoiRow.tsx', () => ({
  AoiRow: memo(({ aoi, look }: { aoi: AoiSummary; look: TypeLook | undefined }) => {
    rendered.push(look?.name)
    return <p>{aoi.properties.name}</p>
  }),
}))

const types = [{ _id: 'flood', name: 'Flood', names: {}, icon: 'ripple', colour: '#1f5fbf', fields: [] }]
const rows = ['North', 'South', 'West'].map((name) => ({
  _id: name,
  properties: { name, nonce: name, creationTime: '2026-03-05T12:00:00Z', publicAction: { _id: 'flood' } },
}))
const page = { total: rows, byUsers: [], byTypes: [], byCommunity: [], nextCursor: null }
answerCalls(vi.fn(async (endpoint) => (endpoint === eventTypeApi.ofService ? types : page)))
beforeAll(async () => void (await startTestI18n()))

test('a row is rendered once, though rows and types are answers of their own', async () => {
  const props = { tab: 'all', find: '', selected: undefined, canMarkDone: false } as const
  const handlers = { onTab: vi.fn(), onFind: vi.fn(), onSelect: vi.fn(), onDeselect: vi.fn() }
  show(<AoiPanel kind="event" query={{ type: 'all' }} serviceIds={['service']} {...props} {...handlers} />)
  await screen.findByText('South')
  expect(rendered).toEqual(['Flood', 'Flood', 'Flood'])
})
