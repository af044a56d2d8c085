import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type OutgoingRequest, setOutgoingRequests } from '../../api/device/unsent.ts'
import { ENTRY_REQUEST, entryDraft } from '../../core/aoi/log/outgoing.ts'
import { AOI_REQUEST } from '../../core/aoi/outgoing.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { keepDraft, readDraft } from '../../ui/forms/draft.ts'
import { readDraftFile } from '../../ui/forms/draft-file.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { UnsentAois, UnsentEntries } from './UnsentParts.tsx'

const { go, dropOutgoing, tryAgain, toast } = vi.hoisted(() => ({
  go: vi.fn(),
  dropOutgoing: vi.fn(async () => {}),
  tryAgain: vi.fn(async () => {}),
  toast: vi.fn(),
}))
vi.mock('../workspace/use-workspace.ts', () => ({ useWorkspace: () => ({ workspace: {}, go }) }))
vi.mock('../../api/device/outgoing.ts', () => ({ dropOutgoing, tryAgain }))
vi.mock('../../ui/overlays/toast.ts', () => ({ toast, toastProblem: vi.fn() }))

beforeAll(async () => void (await startTestI18n()))
beforeEach(() => sessionStorage.clear())
afterEach(() => {
  vi.clearAllMocks()
  setOutgoingRequests([])
})

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

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

test('what was refused says why, and is tried again as it is', async () => {
  setOutgoingRequests([refused])
  show(<UnsentAois kind="event" />)
  const row = screen.getByRole('listitem')
  expect(within(row).getByText('Needs attention')).toBeTruthy()
  expect(row.textContent).toMatch(/too long/i)
  await press('Try Pier 3 again')
  expect(tryAgain).toHaveBeenCalledExactlyOnceWith(1)
})

test('editing puts it back into its form, and takes it from the device', async () => {
  setOutgoingRequests([refused, entry])
  show(<UnsentAois kind="event" />)
  await press('Edit Pier 3')
  expect(readDraft('aoi.me.new')).toEqual({ changes: { name: 'Pier 3' } })
  const next = go.mock.calls[0]?.[0] as (now: Workspace) => Workspace
  expect(next({ selected: 'aoi.7', tab: 'type' })).toEqual({ form: 'new', selected: undefined, tab: 'type' })
  expect(dropOutgoing, 'its entries stay').toHaveBeenCalledExactlyOnceWith(1)
})

test('a form in which something else is written stays as it is', async () => {
  keepDraft('aoi.me.new', { changes: { name: 'Another' } })
  setOutgoingRequests([refused])
  show(<UnsentAois kind="event" />)
  await press('Edit Pier 3')
  expect(readDraft('aoi.me.new')).toEqual({ changes: { name: 'Another' } })
  expect(dropOutgoing).not.toHaveBeenCalled()
  expect(toast).toHaveBeenCalledOnce()
})

test('Discard asks first, and takes its entries along', async () => {
  setOutgoingRequests([refused, entry])
  show(<UnsentAois kind="event" />)
  await press('Discard Pier 3')
  expect(await screen.findByText(/with its log entry/)).toBeTruthy()
  await press('Cancel')
  expect(dropOutgoing).not.toHaveBeenCalled()
  await press('Discard Pier 3')
  await press('Discard')
  expect(dropOutgoing).toHaveBeenCalledExactlyOnceWith(2, 1)
})

test('entries whose report went back into its form are still seen', async () => {
  setOutgoingRequests([entry])
  show(<UnsentAois kind="event" />)
  expect(screen.getByText('On my way')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull()
})

test('an entry goes back into the field of what it is about', async () => {
  setOutgoingRequests([
    request({ id: 3, kind: ENTRY_REQUEST, key: undefined, body: { number: 12, entry: {}, words: 'Too late' } }),
  ])
  const onMend = vi.fn()
  show(<UnsentEntries subject={{ number: 12 }} onMend={onMend} />)
  await press('Edit Too late')
  await waitFor(() => expect(dropOutgoing).toHaveBeenCalledExactlyOnceWith(3))
  expect(readDraft(entryDraft({ number: 12 }))).toEqual({ text: 'Too late' })
  expect(onMend).toHaveBeenCalledOnce()
})

test('so does its photo, which needs no text', async () => {
  const file = new File(['water'], 'photo.jpg', { type: 'image/jpeg' })
  const body = { number: 12, entry: { text: '' }, words: 'Photo' }
  setOutgoingRequests([{ ...request({ id: 3, kind: ENTRY_REQUEST, key: undefined, body }), file }])
  show(<UnsentEntries subject={{ number: 12 }} onMend={() => {}} />)
  await press('Edit Photo')
  await waitFor(() => expect(dropOutgoing).toHaveBeenCalledExactlyOnceWith(3))
  expect(readDraft(entryDraft({ number: 12 }))).toEqual({ text: '' })
  expect(readDraftFile(entryDraft({ number: 12 }))).toMatchObject({ name: 'photo.jpg', size: 5 })
})

test('entries stand where they belong: by the number once there is one', () => {
  const sent = { ...entry, waitsFor: undefined, known: { number: 12, nonce: '7' } }
  setOutgoingRequests([sent])
  show(<UnsentEntries subject={{ number: 12 }} onMend={() => {}} />)
  expect(screen.getByText('On my way')).toBeTruthy()
  cleanup()
  show(<UnsentEntries subject={{ number: 13 }} onMend={() => {}} />)
  expect(screen.queryByText('On my way')).toBeNull()
})
