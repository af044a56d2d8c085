import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Aoi, type Endpoint, type LngLat, Problem, type Sensor, sensorApi } from '#contract'
import { answerCalls } from '../../../testing/calls.ts'
import { startTestI18n } from '../../../testing/i18n.ts'
import { showMap } from '../../../testing/map.tsx'
import { show } from '../../../testing/render.tsx'
import { AreaForm } from './AreaForm.tsx'
import { SensorForm } from './SensorForm.tsx'

const call = vi.fn()
answerCalls(call)
const map = showMap()

type SentRequest = { body: Record<string, unknown> }
const sent = vi.fn<(input: SentRequest) => Promise<unknown>>()

beforeAll(async () => void (await startTestI18n()))
beforeEach(() => {
  sessionStorage.clear()
  sent.mockReset()
  call.mockReset().mockImplementation(async (endpoint: Endpoint, input: SentRequest) => {
    if (endpoint === sensorApi.list) return [{ _id: 'pump', name: 'Pump' }]
    return endpoint.method === 'GET' ? { address: 'Pier 3' } : sent(input)
  })
})

const area = (more: Partial<Aoi['properties']> = {}): Aoi =>
  ({
    _id: 'area',
    number: 7,
    geometry: [{ coordinates: [-122.4, 37.8, 1] }],
    properties: {
      name: 'Harbour',
      nonce: '1700000000000',
      sensors: [],
      map: [],
      area: { radiusMetres: 300, coordinates: null, takesSensorsInside: true },
      ...more,
    },
  }) as unknown as Aoi

const save = () => screen.getByRole('button', { name: 'Save' })
const nameField = () => screen.getByRole('textbox', { name: 'Name' })
const bodies = () => sent.mock.calls.map(([{ body }]) => body)

const formOf = (more: { aoi?: Aoi; onSaved?: (aoi: Aoi) => void } = {}) => (
  <AreaForm draft="area" placing={undefined} onSaved={() => {}} {...more} />
)

test('an area needs name and place, and is sent as a circle with all its parts', async () => {
  const user = userEvent.setup()
  const onSaved = vi.fn()
  sent.mockResolvedValue(area())
  show(formOf({ onSaved }))
  await user.click(save())
  expect(await screen.findAllByText('Required.')).toHaveLength(2)
  await waitFor(() => expect(document.activeElement).toBe(nameField()))
  expect(sent).not.toHaveBeenCalled()

  await user.type(nameField(), ' Harbour ')
  await map.press(-122.4, 37.8)
  await user.click(save())
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  expect(bodies()).toEqual([
    {
      name: 'Harbour',
      startCoordinates: '[-122.4,37.8,1]',
      radiusMetres: '200',
      coordinates: 'null',
      takesSensorsInside: 'true',
      sensors: '[]',
      nonce: expect.stringMatching(/^\d+$/),
      forSensors: 'true',
    },
  ])
})

test('a polygon needs three corners and is sent closed, with its centre as its place', async () => {
  const user = userEvent.setup()
  sent.mockResolvedValue(area())
  show(formOf())
  await user.type(nameField(), 'Field')
  await user.click(screen.getByText('Polygon'))
  const corners: LngLat[] = [
    [0, 0],
    [2, 0],
    [2, 2],
    [0, 2],
  ]
  for (const corner of corners.slice(0, 2)) await map.press(...corner)
  await user.click(save())
  expect(await screen.findByText('A sensor area needs at least three corners.')).toBeDefined()
  for (const corner of corners.slice(2)) await map.press(...corner)
  await user.click(save())
  await waitFor(() => expect(sent).toHaveBeenCalledOnce())
  expect(bodies()).toMatchObject([
    { startCoordinates: '[1,1,1]', radiusMetres: 'null', coordinates: JSON.stringify([[...corners, [0, 0]]]) },
  ])
})

test('an edit sends only local changes, and keeps concurrent changes by others', async () => {
  const user = userEvent.setup()
  sent.mockResolvedValue(area())
  const { rerender } = show(formOf({ aoi: area() }))
  const radius = screen.getByRole('textbox', { name: 'Radius' })
  await user.clear(radius)
  await user.type(radius, '750')
  rerender(formOf({ aoi: area({ name: 'Old harbour' }) }))
  await waitFor(() => expect(nameField()).toHaveProperty('value', 'Old harbour'))
  await user.click(save())
  await waitFor(() => expect(sent).toHaveBeenCalledOnce())
  expect(bodies()).toEqual([{ startCoordinates: '[-122.4,37.8,1]', radiusMetres: '750', coordinates: 'null' }])
})

test('the draft survives a closed panel and a failing server until it is discarded', async () => {
  const user = userEvent.setup()
  sent.mockRejectedValue(new Problem('unavailable'))
  const first = show(formOf({ aoi: area() }))
  await user.type(nameField(), ' North')
  first.unmount()
  show(formOf({ aoi: area() }))
  expect(nameField()).toHaveProperty('value', 'Harbour North')
  await user.click(save())
  expect(await screen.findByText('The server can’t respond right now. Try again in a moment.')).toBeDefined()
  expect(nameField()).toHaveProperty('value', 'Harbour North')
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  const question = await screen.findByRole('dialog', { name: 'Discard changes?' })
  expect(nameField()).toHaveProperty('value', 'Harbour North')
  await user.click(question.querySelector('button:last-of-type') as HTMLElement)
  await waitFor(() => expect(nameField()).toHaveProperty('value', 'Harbour'))
})

const sensor = {
  _id: 'pump',
  name: 'Pump',
  location: null,
  heartbeatSeconds: 60,
  usualIntervalSeconds: 12.4,
  telemetry: { name: null, serial: 'pump', parameters: [] },
} as unknown as Sensor

test('a sensor’s form sends only changed fields', async () => {
  const user = userEvent.setup()
  const onSaved = vi.fn()
  sent.mockResolvedValue(sensor)
  show(<SensorForm draft="sensor" sensor={sensor} onSaved={onSaved} placing={undefined} />)
  expect(screen.getByText(/currently 12 s/)).toBeDefined()
  await user.clear(nameField())
  await user.click(save())
  expect(await screen.findByText('Required.')).toBeDefined()
  expect(sent).not.toHaveBeenCalled()
  await user.type(nameField(), 'Well')
  const device = screen.getByRole('textbox', { name: 'Device type' })
  await user.clear(device)
  await user.type(device, 'Tide T1')
  await map.press(34.9, 32.8)
  await user.clear(screen.getByRole('textbox', { name: 'Interval between readings (seconds)' }))
  await user.click(save())
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  expect(bodies()).toEqual([{ name: 'Well', device: 'Tide T1', location: [34.9, 32.8], heartbeatSeconds: null }])
})
