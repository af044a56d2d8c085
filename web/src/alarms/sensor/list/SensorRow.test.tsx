import { cleanup, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { startTestI18n } from '../../../testing/i18n.ts'
import { show } from '../../../testing/render.tsx'
import { SensorRow } from './SensorRow.tsx'

beforeAll(async () => void (await startTestI18n()))

const sensor = {
  _id: 's1',
  serviceId: 'home',
  name: 'Gate',
  state: 'READY',
  stateAt: '2024-03-01T10:00:00Z',
  isAcknowledged: false,
  createdAt: '2023-01-05T10:00:00Z',
  lastReadingAt: '2024-03-01T10:00:00Z',
  location: null,
  telemetry: { name: null, serial: 'G-1', parameters: [] },
}
const row = { kind: 'sensor', key: 's1', sensor, severity: 'ok' } as const
const textWith = (sort: 'name' | 'createdAt') => {
  show(<SensorRow item={row} sort={sort} tabIndex={0} isSelected={false} onPress={() => {}} />)
  return screen.getByText('Gate').closest('button, [role=option], li, div')?.parentElement?.textContent
}

test('a sensor shows its last reading, and when it was added if the list is sorted by that', () => {
  expect(textWith('name')).toContain('01 Mar 2024')
  cleanup()
  expect(textWith('createdAt')).toContain('Added 05 Jan 2023')
})
