import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { type Faults, type Status, statusApi } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { ServerStatus } from './ServerStatus.tsx'

const answer = vi.fn()
answerCalls(answer)

beforeAll(async () => void (await startTestI18n()))

const plain = (element: HTMLElement | undefined) => element?.textContent?.replace(/[\u2068\u2069]/g, '')
const at = new Date(2026, 2, 5, 8).toISOString()
const status: Status = {
  clocks: [
    { server: 'north:3000', tickedAt: at, problems: [], isTroubled: false },
    { server: 'south:3000', tickedAt: at, problems: ['events of alarms'], isTroubled: true },
  ],
  quarantine: [
    {
      job: 'events of alarms',
      table: 'alarm',
      rowId: '77',
      service: 'Bay',
      code: '23514 aoi_name_check',
      attempts: 3,
      firstAt: at,
      lastAt: at,
    },
  ],
  unreachedAlarms: [{ _id: '019a0000-0000-7000-8000-000000000001', rule: 'High water', service: 'Bay', beganAt: at }],
  now: {
    streams: 12,
    connections: 5,
    idleConnections: 3,
    waitingRequests: 0,
    outboxLagSeconds: 0.24,
    deliveries: [{ channel: 'email', waiting: 4, lagSeconds: 90.4 }],
    replicas: [
      { name: 'replica-1', isInUse: true, lagSeconds: 0.1 },
      { name: 'replica-2', isInUse: false, lagSeconds: null },
    ],
    freeDiskBytes: 12_340_000_000,
    memoryBytes: 410_000_000,
  },
  backup: { isTooOld: true, lastGoodAt: null },
  since: at,
  hours: Array.from({ length: 24 }, (_, hour) => ({
    start: new Date(2026, 2, 5, hour).toISOString(),
    requests: hour * 10,
    failures: hour === 3 ? 2 : 0,
    meanMs: hour === 0 ? null : 4,
  })),
  routes: [{ method: 'GET', path: '/api/cohesion/aoi/filtered', count: 12, meanMs: 41.2, mostMs: 300 }],
  errors: [{ id: '7f3a21bc', at, method: 'POST', path: '/api/cohesion/aoi', code: 'unknownServerError' }],
  services: [
    {
      service: { _id: 'bay', title: 'Bay', translations: {} },
      members: 4,
      events: 1200,
      sensors: 3,
      files: 7,
      fileBytes: 2_500_000,
    },
  ],
  jobs: [
    { name: 'housekeeping', lastAt: null, problems: [] },
    { name: 'backup', lastAt: at, problems: ['ENOSPC'] },
  ],
}
const faults: Faults = {
  checks: 17,
  faults: [
    {
      name: 'clock wrong',
      sentence: 'The clocks are 90 s apart.',
      remedy: 'Set them.',
      sentenceKey: 'clockWrong',
      remedyKey: 'clockWrong',
      values: { seconds: '90' },
    },
  ],
}

test('shows requests, errors, usage and jobs, and runs the check on demand', async () => {
  answer.mockImplementation(async (endpoint) => (endpoint === statusApi.read ? status : faults))
  show(<ServerStatus />)
  const slowest = await screen.findByRole('table', { name: 'Slowest requests' })
  expect(plain(within(slowest).getAllByRole('row')[1])).toBe('GET /aoi/filtered1241 ms300 ms')
  expect(plain(within(screen.getByRole('table', { name: 'Usage by service' })).getAllByRole('row')[1])).toBe(
    'Bay1,20032.5 MB',
  )
  const now = within(screen.getByRole('region', { name: 'Right now' }))
  const stateOf = (name: string) =>
    plain(
      now.getByText((_, element) => element?.tagName === 'DT' && plain(element as HTMLElement) === name)
        .nextElementSibling as HTMLElement,
    )
  expect(stateOf('Database connections in use')).toBe('2 of 5 open')
  expect(stateOf('Waiting to be sent: e-mail')).toBe('4, oldest 90 s')
  expect(stateOf('Replica replica-2')).toBe('Not in use')
  expect(stateOf('Free disk space')).toBe('12.3 GB')
  expect(screen.getByRole('alert').textContent).toContain('Backups need attention')
  expect(screen.getByText('7f3a21bc')).toBeDefined()
  expect(screen.getByText('ENOSPC')).toBeDefined()
  expect(screen.getByText('Not run yet')).toBeDefined()
  expect(answer).not.toHaveBeenCalledWith(statusApi.faults, undefined, expect.anything())
  await userEvent.click(screen.getByRole('button', { name: 'Check now' }))
  expect(await screen.findByText(/^The clocks of this machine and the database are .?90.? s apart\.$/)).toBeDefined()
  expect(screen.getByText('1 problem in 17 checks')).toBeDefined()
})

test('clocks that fail, alarms that reached nobody and quarantined rows are listed', async () => {
  answer.mockResolvedValue(status)
  show(<ServerStatus />)
  const textOf = async (name: string) => (await screen.findByRole('region', { name })).textContent
  expect(await textOf('Server clocks')).toContain('south:3000')
  expect(await textOf('Server clocks')).not.toContain('north:3000')
  expect(await textOf('Alarms that reached no one')).toContain('High water')
  expect(await textOf('Data that can’t be processed')).toContain('23514 aoi_name_check')
})
