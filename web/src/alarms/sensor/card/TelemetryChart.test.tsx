import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { CallInput, sensorApi, Telemetry } from '#contract'
import { answerCalls } from '../../../testing/calls.ts'
import { startTestI18n } from '../../../testing/i18n.ts'
import { show } from '../../../testing/render.tsx'
import { TelemetryChart } from './TelemetryChart.tsx'

const call = vi.fn()
answerCalls(call)

const to = Date.parse('2026-11-17T12:00:00Z')
const DAY_MS = 86_400_000
const telemetry = (days: number, stepSeconds: number, points: Telemetry['series'][number]['points']): Telemetry => ({
  from: new Date(to - days * DAY_MS).toISOString(),
  to: new Date(to).toISOString(),
  stepSeconds,
  series: points.length > 0 ? [{ parameter: 'level', points }] : [],
})

let year: Telemetry
beforeAll(async () => void (await startTestI18n()))
beforeEach(() => {
  call
    .mockReset()
    .mockImplementation(async (_: unknown, { query }: CallInput<typeof sensorApi.telemetry>) =>
      query?.period === 'year' ? year : telemetry(1 / 24, 60, []),
    )
})

const openYear = async () => {
  show(<TelemetryChart sensorId="tide" parameter="level" />)
  await userEvent.click(screen.getByRole('tab', { name: 'Year' }))
}
const rows = async () => {
  const table = await screen.findByRole('table', { name: 'level' })
  return within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent?.replace(/[\u2066-\u2069]/g, '')))
}

test('a year shows average, lowest and highest of each step, dated in its middle', async () => {
  const points = [
    { at: '2026-01-01T00:00:00.000Z', average: 2.04, minimum: -1, maximum: 7 },
    { at: '2026-11-16T00:00:00.000Z', average: 3, minimum: 3, maximum: 3 },
  ]
  year = telemetry(366, 3 * 86_400, points)
  await openYear()
  expect(await rows()).toEqual([
    ['Time', 'Average', 'Lowest', 'Highest'],
    ['02 Jan 2026', '2.0', '-1.0', '7.0'],
    // A row shows the middle of its step. The last step has not ended, so its row shows the end of the period.
    ['17 Nov 2026', '3.0', '3.0', '3.0'],
  ])
  screen.getByText('Lowest -1.0')
  screen.getByText('Highest 7.0')
})

test('a year without readings is explained', async () => {
  year = telemetry(366, 3 * 86_400, [])
  await openYear()
  await screen.findByText('No readings in this period.')
  expect(screen.queryByRole('table')).toBeNull()
})
