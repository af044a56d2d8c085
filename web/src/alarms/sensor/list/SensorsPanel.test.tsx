import { screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { aoiApi } from '#contract'
import { answerCalls } from '../../../testing/calls.ts'
import { startTestI18n } from '../../../testing/i18n.ts'
import { show } from '../../../testing/render.tsx'
import { SensorsPanel } from './SensorsPanel.tsx'

const answer = vi.fn(async (endpoint: unknown) => (endpoint === aoiApi.filtered ? { total: [] } : []))
answerCalls(answer)
beforeAll(async () => void (await startTestI18n()))

test('a counter and dates filter the sensor areas on the server', async () => {
  const filter = { type: 'new', startTime: '2026-01-01T00:00:00.000Z', endTime: '2026-01-31T23:59:59.999Z' } as const
  const ignore = () => {}
  show(
    <SensorsPanel
      tab="all"
      onTab={ignore}
      find=""
      onFind={ignore}
      filter={filter}
      selected={undefined}
      onSelect={ignore}
    />,
  )
  expect(await screen.findByText('No sensor areas match the filter.')).toBeDefined()
  expect(answer.mock.calls.find(([endpoint]) => endpoint === aoiApi.filtered)?.[1 as never]).toMatchObject({
    query: { isSensors: 'true', ...filter },
  })
})
