import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type OutgoingRequest, outgoingRequests, setOutgoingRequests } from '../../api/device/unsent.ts'
import { ENTRY_REQUEST, entryDraft } from '../../core/aoi/log/outgoing.ts'
import { AOI_REQUEST } from '../../core/aoi/outgoing.ts'
import { holdDevice } from '../../testing/device.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { keepDraft, readDraft } from '../../ui/forms/draft.ts'
import { readDraftFile } from '../../ui/forms/draft-file.ts'
import { Toasts } from '../../ui/overlays/Toasts.tsx'
import { currentAddress } from '../workspace/address.ts'
import { UnsentAois, UnsentEntries } from './UnsentParts.tsx'

beforeAll(async () => void (await startTestI18n()))
beforeEach(async () => {
  sessionStorage.clear()
  await holdDevice()
})
afterEach(() => setOutgoingRequests([]))

const request = (more: Partial<OutgoingRequest>): OutgoingRequest => ({
  id: 1,
  kind: AOI_REQUEST,
  madeAt: Date.now(),
  body: { name: 'Pier 3', nonce: '7' },
  key: '7',
  draft: { name: 'aoi.me.new', kept: { changes: { name: 'Pier 3' } } },
  state: 'waiting',
  ...more,
})
const refused = request({ state: 'refused', problem: { code: 'invalid', fields: { name: 'form.tooLong' } } })
const entry = request({
  id: 2,
  kind: ENTRY_REQUEST,
  key: undefined,
  waitsFor: '7',
  body: { nonce: '7', words: 'On my way' },
})

const unsentIds = () => outgoingRequests().map(({ id }) => id)
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

test('a refused report gives its reason and can be retried', async () => {
  setOutgoingRequests([refused])
  show(<UnsentAois kind="event" />)
  const row = screen.getByRole('listitem')
  expect(within(row).getByText('Needs attention')).toBeTruthy()
  expect(row.textContent).toMatch(/too long/i)
  await press('Try Pier 3 again')
  await waitFor(() => expect(outgoingRequests()).toMatchObject([{ id: 1, state: 'waiting', problem: undefined }]))
})

test('editing puts a report back into its form, and removes it from the device', async () => {
  setOutgoingRequests([refused, entry])
  history.replaceState(null, '', '/?selected=aoi.7&sharing=events')
  show(<UnsentAois kind="event" />)
  await press('Edit Pier 3')
  expect(readDraft('aoi.me.new')).toEqual({ changes: { name: 'Pier 3' } })
  expect(currentAddress().workspace).toEqual({ form: 'new', sharing: 'events' })
  await waitFor(() => expect(unsentIds(), 'its entries stay').toEqual([2]))
})

test('a form with other input is not replaced', async () => {
  keepDraft('aoi.me.new', { changes: { name: 'Another' } })
  setOutgoingRequests([refused])
  show(
    <>
      <Toasts />
      <UnsentAois kind="event" />
    </>,
  )
  await press('Edit Pier 3')
  expect(await screen.findByText('The form contains another draft. Finish or discard it first.')).toBeTruthy()
  expect(readDraft('aoi.me.new')).toEqual({ changes: { name: 'Another' } })
  expect(unsentIds()).toEqual([1])
})

test('Discard asks first, and deletes the entries too', async () => {
  setOutgoingRequests([refused, entry])
  show(<UnsentAois kind="event" />)
  await press('Discard Pier 3')
  expect(await screen.findByText(/with its log entry/)).toBeTruthy()
  await press('Cancel')
  expect(unsentIds()).toEqual([1, 2])
  await press('Discard Pier 3')
  await press('Discard')
  await waitFor(() => expect(unsentIds()).toEqual([]))
})

test('entries whose report returned to its form are still shown', async () => {
  setOutgoingRequests([entry])
  show(<UnsentAois kind="event" />)
  expect(screen.getByText('On my way')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull()
})

test('an entry returns to the input of its event', async () => {
  setOutgoingRequests([
    request({ id: 3, kind: ENTRY_REQUEST, key: undefined, body: { number: 12, entry: {}, words: 'Too late' } }),
  ])
  const onMend = vi.fn()
  show(<UnsentEntries subject={{ number: 12 }} onMend={onMend} />)
  await press('Edit Too late')
  await waitFor(() => expect(unsentIds()).toEqual([]))
  expect(readDraft(entryDraft({ number: 12 }))).toEqual({ text: 'Too late' })
  expect(onMend).toHaveBeenCalledOnce()
})

test('a photo returns to the input too, also without text', async () => {
  const file = new File(['water'], 'photo.jpg', { type: 'image/jpeg' })
  const body = { number: 12, entry: { text: '' }, words: 'Photo' }
  setOutgoingRequests([{ ...request({ id: 3, kind: ENTRY_REQUEST, key: undefined, body }), file }])
  show(<UnsentEntries subject={{ number: 12 }} onMend={() => {}} />)
  await press('Edit Photo')
  await waitFor(() => expect(unsentIds()).toEqual([]))
  expect(readDraft(entryDraft({ number: 12 }))).toEqual({ text: '' })
  expect(readDraftFile(entryDraft({ number: 12 }))).toMatchObject({ name: 'photo.jpg', size: 5 })
})

test('an entry refers to its event by number once the event has one', () => {
  const sent = { ...entry, waitsFor: undefined, known: { number: 12, nonce: '7' } }
  setOutgoingRequests([sent])
  show(<UnsentEntries subject={{ number: 12 }} onMend={() => {}} />)
  expect(screen.getByText('On my way')).toBeTruthy()
  cleanup()
  show(<UnsentEntries subject={{ number: 13 }} onMend={() => {}} />)
  expect(screen.queryByText('On my way')).toBeNull()
})
