import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Aoi, Problem, type Region } from '#contract'
import { answerCalls, answerUploads } from '../../../testing/calls.ts'
import { startTestI18n } from '../../../testing/i18n.ts'
import { showMap } from '../../../testing/map.tsx'
import { show } from '../../../testing/render.tsx'
import { EventForm, type EventFormProps } from './EventForm.tsx'
import { event, eventType, question } from './testing.ts'

const sent = vi.fn()
const reverse = vi.fn()
answerUploads(sent)
answerCalls(reverse)
const map = showMap()

const depth = question({ name: 'How deep is it?' })
const flood = eventType({ fields: [depth], guide: 'Stay away from the water.', url: 'https://example.org/flood' })
const fire = eventType({ _id: '0198c0de-0000-7000-8000-0000000000f2', name: 'Fire', url: 'javascript:alert(1)' })

beforeAll(async () => void (await startTestI18n()))
beforeEach(() => {
  sessionStorage.clear()
  sent.mockReset()
  reverse.mockReset().mockResolvedValue({ address: 'Pier 3' })
})

const propsWith = (more: Partial<EventFormProps> = {}): EventFormProps => ({
  draft: 'report',
  serviceId: 'service',
  types: [flood, fire],
  offered: [],
  regions: [],
  localMaps: [],
  onSaved: vi.fn(),
  onKept: vi.fn(),
  onLeave: vi.fn(),
  ...more,
})

const shown = (more: Partial<EventFormProps> = {}) => {
  const props = propsWith(more)
  return { props, user: userEvent.setup(), ...show(<EventForm {...props} />) }
}

const submit = () => screen.getByRole('button', { name: /Create event|Save/ })
const choose = async (user: ReturnType<typeof userEvent.setup>, type: string) => {
  const change = screen.queryByRole('button', { name: 'Change' })
  if (change) await user.click(change)
  await user.click(screen.getByRole('button', { name: type }))
  expect(document.activeElement, 'what replaces the tiles has the focus').toBe(
    screen.getByRole('button', { name: 'Change' }),
  )
}
const place = () => map.press(-122.4, 37.8)
const underField = (label: RegExp) => {
  const field = screen.getByLabelText(label, { selector: 'input, textarea' })
  return within(field.closest('[data-field]') as HTMLElement)
}

test('missing fields are all marked, and the first is focused', async () => {
  const { user } = shown()
  await user.click(submit())
  for (const label of [/^Name/, /^Location/]) expect(underField(label).getByText('Required.')).toBeDefined()
  expect(screen.getAllByText('Required.')).toHaveLength(3)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Name/)))
  await user.type(screen.getByLabelText(/^Name/), 'Water')
  expect(screen.getAllByText('Required.')).toHaveLength(2)
  expect(sent).not.toHaveBeenCalled()
})

test('a field that was left empty says so at once', async () => {
  const { user } = shown()
  await user.click(screen.getByLabelText(/^Name/))
  await user.tab()
  expect(await underField(/^Name/).findByText('Required.')).toBeDefined()
  await user.type(screen.getByLabelText(/^Name/), 'Water')
  expect(underField(/^Name/).queryByText('Required.')).toBeNull()
})

test('a type brings its guide and its questions, and only its own', async () => {
  const { user } = shown()
  await choose(user, 'Flooding')
  expect(screen.getByText('Stay away from the water.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Read more' }).getAttribute('href')).toBe('https://example.org/flood')
  await user.click(submit())
  expect(underField(/How deep/).getByText('Required.')).toBeDefined()
  await user.type(screen.getByLabelText(/How deep/), 'very')
  await user.tab()
  expect(await underField(/How deep/).findByText('This value isn’t valid.')).toBeDefined()
  await choose(user, 'Fire')
  expect(screen.queryByLabelText(/How deep/)).toBeNull()
  expect(screen.queryByRole('link', { name: 'Read more' })).toBeNull()
})

test('a role offers its own types, and an event keeps its type', async () => {
  const stored = event({ properties: { publicAction: { _id: flood._id, name: flood.name, fields: [] } } })
  const { user } = shown({ offered: [fire._id], aoi: stored })
  await user.click(screen.getByRole('button', { name: 'Change' }))
  const tiles = within(screen.getByRole('list', { name: 'Event type' }))
  const names = tiles.getAllByRole('button').map((tile) => tile.textContent)
  expect(names).toEqual(['Fire', 'Flooding'])
})

test('a report is sent once for all attempts, and its draft is deleted after the reply', async () => {
  sent.mockRejectedValueOnce(new Problem('network')).mockResolvedValueOnce(event())
  const { user, props } = shown()
  await user.type(screen.getByLabelText(/^Name/), 'Water on the pier')
  await choose(user, 'Fire')
  await place()
  await waitFor(() =>
    expect(screen.getByLabelText(/^Location/, { selector: 'input' })).toHaveProperty('value', 'Pier 3'),
  )
  await user.click(submit())
  expect(await screen.findByText(/Couldn’t reach the server/)).toBeDefined()
  expect(sessionStorage.getItem('draft.report')).toContain('Water on the pier')
  await user.click(submit())
  await waitFor(() => expect(props.onSaved).toHaveBeenCalled())
  const [first, second] = sent.mock.calls.map(([, input]) => input.body)
  expect(first).toEqual(second)
  expect(first).toMatchObject({
    startCoordinates: '[-122.4,37.8,1]',
    address: 'Pier 3',
    forSensors: 'false',
    serviceId: 'service',
    nonce: expect.stringMatching(/^\d{13}$/),
  })
  expect(sessionStorage.getItem('draft.report')).toBeNull()
})

test('an edit sends only what was touched', async () => {
  sent.mockResolvedValue(event())
  const { user } = shown({ aoi: event() })
  expect(submit()).toHaveProperty('disabled', true)
  await user.clear(screen.getByLabelText(/^Name/))
  await user.type(screen.getByLabelText(/^Name/), 'Gate 3')
  await user.click(submit())
  await waitFor(() => expect(sent).toHaveBeenCalled())
  expect(sent.mock.calls[0]?.[1]).toEqual({
    params: { number: 7 },
    body: { name: 'Gate 3' },
    files: { file: undefined },
  })
})

test('a draft of an earlier version is continued as the same submission', async () => {
  const old = {
    changes: { name: 'Smoke', place: { at: [-122.4, 37.8], address: 'Pier 3' } },
    sent: { nonce: '17', creationTime: 17 },
  }
  sessionStorage.setItem('draft.report', JSON.stringify(old))
  sent.mockResolvedValue(event())
  const { user } = shown()
  await choose(user, 'Fire')
  await user.click(submit())
  await waitFor(() => expect(sent).toHaveBeenCalled())
  expect(sent.mock.calls[0]?.[1].body).toMatchObject({ name: 'Smoke', nonce: '17', creationTime: 17 })
})

test('concurrent changes are shown and leave typed values alone', async () => {
  const later = event({ properties: { name: 'Flood', description: '<p>Knee deep</p>' } })
  let arrive = (_: Aoi) => {}
  const Live = () => {
    const [aoi, setAoi] = useState(event())
    arrive = setAoi
    return <EventForm {...propsWith({ aoi })} />
  }
  show(<Live />)
  const user = userEvent.setup()
  await user.type(screen.getByLabelText(/^Name/), '!')
  act(() => arrive(later))
  expect(await screen.findByText(/Someone else changed/)).toBeDefined()
  expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'Water on the pier!')
  await user.click(screen.getByRole('button', { name: 'Show changes' }))
  expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'Water on the pier!')
  expect((await screen.findByLabelText('Description')).innerHTML).toContain('Knee deep')
  expect(screen.queryByText(/Someone else changed/)).toBeNull()
})

test('a draft is restored until it is discarded', async () => {
  const { user, unmount } = shown()
  await user.type(screen.getByLabelText(/^Name/), 'Water')
  await choose(user, 'Flooding')
  await user.type(screen.getByLabelText(/How deep/), '30')
  unmount()
  const { props } = shown()
  expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'Water')
  expect(screen.getByLabelText(/How deep/)).toHaveProperty('value', '30')
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  const dialog = await screen.findByRole('dialog', { name: 'Discard changes?' })
  await user.click(within(dialog).getByRole('button', { name: 'Discard' }))
  expect(props.onLeave).toHaveBeenCalled()
  expect(sessionStorage.length).toBe(0)
})

test('an image over 2,000,000 bytes is refused under its field, and one that fits is sent', async () => {
  sent.mockResolvedValue(event())
  const { user, container } = shown({ aoi: event() })
  const input = () => container.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  const photo = (bytes: number) => new File([new Uint8Array(bytes)], 'pier.jpg', { type: 'image/jpeg' })
  await user.upload(input(), photo(2_000_001))
  expect(await screen.findByText('File size should be less than 2 MB!')).toBeDefined()
  expect(submit()).toHaveProperty('disabled', true)
  await user.upload(input(), photo(2_000))
  expect(screen.queryByText('File size should be less than 2 MB!')).toBeNull()
  expect(screen.getByAltText('Image of this event')).toBeDefined()
  await user.click(submit())
  await waitFor(() => expect(sent).toHaveBeenCalled())
  expect(sent.mock.calls[0]?.[1]).toMatchObject({ body: {}, files: { file: expect.any(File) } })
})

/** A picture whose bytes arrive when `finish` is called. */
const slowPicture = (bytes: string) => {
  const { promise, resolve } = Promise.withResolvers<ArrayBuffer>()
  const file = new File([bytes], 'pier.jpg', { type: 'image/jpeg' })
  file.arrayBuffer = () => promise
  return { file, finish: () => act(async () => resolve(new TextEncoder().encode(bytes).buffer)) }
}

test('an event saved while its picture is reduced waits for the picture and includes it', async () => {
  sent.mockResolvedValue(event())
  const { user, container } = shown({ aoi: event() })
  const { file, finish } = slowPicture('water')
  await user.upload(container.querySelector('input[type=file]') as HTMLInputElement, file)
  expect(screen.getByText('Making the image smaller…')).toBeDefined()
  await user.click(submit())
  expect(screen.getByText('Waiting for the image…')).toBeDefined()
  expect(sent).not.toHaveBeenCalled()
  await finish()
  await waitFor(() => expect(sent).toHaveBeenCalledOnce())
  expect(sent.mock.calls[0]?.[1].files.file).toBe(file)
})

test('an image that fails after Save is reported, and nothing is sent without it', async () => {
  const { user, container } = shown({ aoi: event() })
  await user.type(screen.getByLabelText(/^Name/), '!')
  const { file, finish } = slowPicture('Exif\0\0 that no browser can read')
  await user.upload(container.querySelector('input[type=file]') as HTMLInputElement, file)
  await user.click(submit())
  await finish()
  expect(await screen.findByText('Choose a JPEG, PNG, WebP or GIF image.')).toBeDefined()
  expect(screen.queryByText('Waiting for the image…')).toBeNull()
  expect(sent).not.toHaveBeenCalled()
})

test('the last chosen of two pictures wins', async () => {
  sent.mockResolvedValue(event())
  const { user, container } = shown({ aoi: event() })
  const input = container.querySelector('input[type=file]') as HTMLInputElement
  const first = slowPicture('first')
  const second = slowPicture('second')
  await user.upload(input, first.file)
  await user.upload(input, second.file)
  await second.finish()
  await first.finish()
  await user.click(submit())
  await waitFor(() => expect(sent).toHaveBeenCalled())
  expect(sent.mock.calls[0]?.[1].files.file).toBe(second.file)
})

test('a stored image is removed only explicitly', async () => {
  sent.mockResolvedValue(event())
  const { user } = shown({ aoi: event({ properties: { map: [{ image: '/pier.webp' }] } }) })
  await user.click(screen.getByRole('button', { name: 'Remove image' }))
  await user.click(submit())
  await waitFor(() => expect(sent).toHaveBeenCalled())
  expect(sent.mock.calls[0]?.[1].body).toEqual({ removeImage: 'true' })
})

test('region and local map are chosen under More details', async () => {
  const { user } = shown({ regions: [{ _id: 'harbour', name: 'Harbour', translations: {} } as Region] })
  expect(screen.queryByLabelText('Region')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'More details' }))
  expect(screen.getByLabelText('Region', { selector: 'input' })).toBeDefined()
})

test('choosing a found address moves the map close enough to read street names', async () => {
  const { user } = shown()
  reverse.mockResolvedValue([{ address: 'Duboce Avenue, San Francisco', coordinates: [-122.43, 37.77] }])
  await user.type(screen.getByLabelText(/^Location/, { selector: 'input' }), 'Duboce')
  await user.click(await screen.findByText('Duboce Avenue, San Francisco'))
  expect(map.easeTo).toHaveBeenCalledWith([-122.43, 37.77], 15)
})

test('the server’s problems are shown under their fields', async () => {
  sent.mockRejectedValue(new Problem('invalid', { fields: { 'startCoordinates.0': 'form.invalid' } }))
  const { user } = shown({ aoi: event() })
  await user.type(screen.getByLabelText(/^Name/), '!')
  await user.click(submit())
  expect(await underField(/^Location/).findByText('This value isn’t valid.')).toBeDefined()
  expect(screen.queryByText('Some values are missing or aren’t valid.')).toBeNull()
})

test.each([
  ['fails', () => Promise.reject(new Problem('unavailable')), /^Unknown address · Lat\/Long .37\.\d{5}, -122\.\d{5}/],
  ['finds nothing near', () => Promise.resolve({ address: null }), /^Lat\/Long .37\.\d{5}, -122\.\d{5}/],
  ['takes its time', () => new Promise(() => {}), 'Loading address…'],
])('an address whose look-up %s', async (_, answer, text) => {
  reverse.mockImplementation(answer)
  shown()
  await place()
  expect(await screen.findByText(text)).toBeDefined()
})

test('a plan is chosen with its region, and a press on it places the event', async () => {
  const plan = (id: string, region: string) => ({
    _id: id,
    name: `Plan ${id}`,
    translations: {},
    region,
    image: `/${id}.webp`,
    position: { originX: 0, originY: 0, width: 1, height: 1, rotation: 0 },
    opacity: 1,
  })
  const region = (id: string) => ({
    _id: id,
    service: 'service',
    name: `Region ${id}`,
    translations: {},
    usersCount: 0,
    geometry: { type: 'Polygon' as const, coordinates: [] },
    localMaps: [],
  })
  sent.mockResolvedValue(event())
  const stored = event({ localMaps: [{ mapId: 'b', position: [0.1, 0.2] }] })
  const { user } = shown({
    aoi: stored,
    localMaps: [plan('a', 'north'), plan('b', 'south')],
    regions: ['north', 'south'].map(region),
  })
  const select = screen.getByRole('combobox', { name: 'Local map' })
  expect(select).toHaveProperty('value', 'Plan b')
  await user.click(select)
  await user.click(await screen.findByRole('option', { name: 'Plan a', hidden: true }))
  expect(screen.getByRole('combobox', { name: 'Region' })).toHaveProperty('value', 'Region north')
  screen.getByRole('button', { name: /^Position on Plan a/ }).focus()
  await user.keyboard('{ArrowRight}')
  await user.click(submit())
  await waitFor(() => expect(sent).toHaveBeenCalled())
  const { localMaps, ...rest } = sent.mock.lastCall?.[1].body ?? {}
  expect(rest).toEqual({ region: 'north' })
  expect(JSON.parse(localMaps)).toEqual([
    { mapId: 'b', position: [0.1, 0.2] },
    { mapId: 'a', position: [0.52, 0.5] },
  ])
})
