import { screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { eventTypeApi } from '#contract'
import { answerCalls } from '../../../testing/calls.ts'
import { startTestI18n } from '../../../testing/i18n.ts'
import { show } from '../../../testing/render.tsx'
import * as rowFile from '../../../ui/lists/Row.tsx'
import { AoiPanel } from './AoiPanel.tsx'

const types = [{ _id: 'flood', name: 'Flood', names: {}, icon: 'ripple', colour: '#1f5fbf', fields: [] }]
const rows = ['North', 'South', 'West'].map((name) => ({
  _id: name,
  state: 'new',
  mergedCount: 0,
  geometry: [],
  properties: { name, nonce: name, creationTime: '2026-03-05T12:00:00Z', publicAction: { _id: 'flood' }, map: [] },
}))
const page = { total: rows, byUsers: [], byTypes: [], byCommunity: [], nextCursor: null }
answerCalls(vi.fn(async (endpoint) => (endpoint === eventTypeApi.ofService ? types : page)))
beforeAll(async () => void (await startTestI18n()))

test('a row renders once although rows and types load separately', async () => {
  const drawn = vi.spyOn(rowFile, 'Row')
  const props = { tab: 'all', find: '', selected: undefined, canMarkDone: false } as const
  const handlers = { onTab: vi.fn(), onFind: vi.fn(), onSelect: vi.fn(), onDeselect: vi.fn() }
  show(<AoiPanel kind="event" query={{ type: 'all' }} serviceIds={['service']} {...props} {...handlers} />)
  await screen.findByText('South')
  expect(screen.getAllByText('Flood')).toHaveLength(3)
  expect(drawn.mock.calls.map(([{ name }]) => name)).toEqual(['North', 'South', 'West'])
  drawn.mockRestore()
})
