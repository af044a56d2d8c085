import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  STREETS_PART_BYTES,
  type StreetArea,
  type Streets,
  type StreetsJob,
  streetsApi,
  type UnfinishedStreets,
} from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { StreetsSettings } from './StreetsSettings.tsx'

const answer = vi.fn()
answerCalls(answer)
beforeAll(async () => void (await startTestI18n()))
beforeEach(() => void answer.mockReset())

const haifa: StreetArea = {
  id: 'haifa',
  kind: 'streets',
  name: 'Haifa, Israel',
  box: [34.9, 32.7, 35.1, 32.9],
  maxZoom: 15,
  bytes: 12_340_000,
  dataTime: '2026-02-14T00:00:00.000Z',
  addedTime: '2026-11-16T00:00:00.000Z',
  addresses: { state: 'ready', streets: 3038, houses: 12 },
}
const job: StreetsJob = { state: 'running', name: 'Akko', box: haifa.box, bytes: 8e6, doneBytes: 2e6, problem: null }
const streets = (more: Partial<Streets> = {}): Streets => ({
  areas: [haifa],
  unusable: [],
  job: null,
  unfinished: [],
  sourceHost: 'planet.example',
  ...more,
})

const plain = (element: HTMLElement) => element.textContent?.replace(/[\u2068\u2069]/g, '')
const showSettings = async (isOffline = false) => {
  show(<StreetsSettings tileSets={[]} isOffline={isOffline} />)
  return screen.findByRole('region', { name: 'Streets on the map' })
}

test('each area shows its size, date, and whether its addresses can be searched', async () => {
  const akko = {
    ...haifa,
    id: 'akko',
    name: '',
    dataTime: null,
    addresses: { state: 'building', percent: 40 } as const,
  }
  answer.mockResolvedValue(streets({ areas: [haifa, akko], unusable: [{ id: 'torn', bytes: 9, problem: 'cutShort' }] }))
  const section = plain(await showSettings()) ?? ''
  for (const text of [
    'Haifa, Israel12.3 MB · data of 14 Feb 2026',
    'streets: 3,038 · houses: 12',
    'akko12.3 MB · added 16 Nov 2026',
    'preparing, 40%',
    'tornThe file is incomplete.',
  ])
    expect(section).toContain(text)
})

test('a download shows progress, and Stop ends it with the map unchanged', async () => {
  const user = userEvent.setup()
  answer.mockResolvedValue(streets({ job }))
  const section = await showSettings()
  expect(plain(within(section).getByRole('status'))).toBe('Downloading streets: Akko2 MB of 8 MBStop')
  expect(within(section).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
  expect(within(section).getByRole('button', { name: 'Download streets…' })).toHaveProperty('disabled', true)

  answer.mockResolvedValue(streets({ job: { ...job, state: 'failed', problem: 'cancelled' } }))
  await user.click(within(section).getByRole('button', { name: 'Stop' }))
  expect(answer).toHaveBeenCalledWith(streetsApi.cancel)
  expect(await within(section).findByText(/The download was stopped/)).toBeDefined()
  expect(within(section).queryByRole('progressbar')).toBeNull()
  expect(within(section).getByText('Haifa, Israel')).toBeDefined()
  expect(within(section).getByRole('button', { name: 'Download streets…' })).toHaveProperty('disabled', false)
})

const choose = async (section: HTMLElement, bytes: number) => {
  const file = new File([new Uint8Array(bytes)], 'akko.pmtiles')
  const input = section.ownerDocument.querySelector<HTMLInputElement>('input[type=file]')
  await userEvent.setup().upload(input as HTMLInputElement, file)
}

test('a file is sent in parts, one after another, and its area appears with the last', async () => {
  const parts: { offset: number; bytes: number; sent: number }[] = []
  answer.mockImplementation(async (endpoint, { body, files } = {}) => {
    if (endpoint !== streetsApi.upload)
      return streets({ areas: parts.length === 2 ? [haifa, { ...haifa, id: 'akko', name: 'Akko' }] : [haifa] })
    parts.push({ offset: body.offset, bytes: body.bytes, sent: files.part.size })
    return { isComplete: parts.length === 2, problem: null }
  })
  const section = await showSettings()
  await choose(section, STREETS_PART_BYTES + 5)
  expect(await within(section).findByText('Akko')).toBeDefined()
  const bytes = STREETS_PART_BYTES + 5
  expect(parts).toEqual([
    { offset: 0, bytes, sent: STREETS_PART_BYTES },
    { offset: STREETS_PART_BYTES, bytes, sent: 5 },
  ])
})

test('a problem of a file is one sentence, and the areas stay', async () => {
  answer.mockImplementation(async (endpoint) =>
    endpoint === streetsApi.upload ? { isComplete: false, problem: 'otherSchema' } : streets(),
  )
  const section = await showSettings()
  await choose(section, 9)
  expect(await within(section).findByText('The file doesn’t use the Protomaps schema.')).toBeDefined()
  expect(within(section).getByText('Haifa, Israel')).toBeDefined()
})

test('an area is removed only after a confirmation', async () => {
  const user = userEvent.setup()
  let areas = [haifa]
  answer.mockImplementation(async (endpoint) => {
    if (endpoint === streetsApi.remove) areas = []
    return endpoint === streetsApi.remove ? {} : streets({ areas })
  })
  const section = await showSettings()
  const press = () => user.click(within(section).getByRole('button', { name: /^Delete / }))
  await press()
  const question = await screen.findByRole('dialog', { name: 'Remove the streets of Haifa, Israel?' })
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(answer).not.toHaveBeenCalledWith(streetsApi.remove, expect.anything())
  await press()
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
  expect(await within(section).findByText(/^No streets yet/)).toBeDefined()
  expect(answer).toHaveBeenCalledWith(streetsApi.remove, { params: { id: 'haifa' } })
})

test('in offline mode only a file can be added', async () => {
  answer.mockResolvedValue(streets())
  const section = await showSettings(true)
  expect(within(section).queryByRole('button', { name: 'Download streets…' })).toBeNull()
  expect(within(section).getByRole('button', { name: 'Upload a file (.pmtiles)' })).toBeDefined()
  expect(within(section).getByText(/^Offline mode is on/)).toBeDefined()
})

const unfinished: UnfinishedStreets = {
  id: 'akko',
  name: 'Akko',
  box: [35, 32.9, 35.1, 33],
  maxZoom: 14,
  bytes: 8e6,
  doneBytes: 2e6,
}

test('an unfinished download can be continued, with its own area and zoom', async () => {
  const user = userEvent.setup()
  answer.mockResolvedValue(streets({ unfinished: [unfinished] }))
  const section = await showSettings()
  const row = within(section).getByRole('group', { name: /Incomplete download: .*Akko/ })
  expect(plain(row)).toBe('AkkoIncomplete: 2 MB of 8 MBRemoveContinue')
  answer.mockResolvedValue(streets({ job }))
  await user.click(within(row).getByRole('button', { name: 'Continue' }))
  const { box, maxZoom } = unfinished
  expect(answer).toHaveBeenCalledWith(streetsApi.get, { body: { box, maxZoom, language: 'en' } })
  expect(await within(section).findByRole('progressbar')).toBeDefined()
  expect(within(section).queryByRole('group')).toBeNull()
})

test('an unfinished download can be removed, but not continued beside another or offline', async () => {
  const user = userEvent.setup()
  answer.mockResolvedValue(streets({ unfinished: [unfinished], job }))
  const section = await showSettings()
  const row = within(section).getByRole('group')
  expect(within(row).getByRole('button', { name: 'Continue' })).toHaveProperty('disabled', true)
  answer.mockResolvedValue(streets())
  await user.click(within(row).getByRole('button', { name: 'Remove' }))
  expect(answer).toHaveBeenCalledWith(streetsApi.discard, { params: { id: 'akko' } })
  await waitFor(() => expect(within(section).queryByRole('group')).toBeNull())
})
