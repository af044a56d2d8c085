import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { logApi, Problem, type RoleAction } from '#contract'
import { outgoingRequests, setOutgoingRequests } from '../../../api/device/unsent.ts'
import { answerCalls, answerUploads } from '../../../testing/calls.ts'
import { holdDevice } from '../../../testing/device.ts'
import { startTestI18n } from '../../../testing/i18n.ts'
import { show } from '../../../testing/render.tsx'
import { LogInput } from './LogInput.tsx'

const upload = vi.fn()
const call = vi.fn()
answerUploads(upload)
answerCalls(call)

const photo = new File(['water'], 'photo.jpg', { type: 'image/jpeg' })

beforeAll(async () => void (await startTestI18n()))
beforeEach(() => {
  sessionStorage.clear()
  setOutgoingRequests([])
  upload.mockReset().mockResolvedValue({})
  call.mockReset().mockResolvedValue({})
  URL.createObjectURL = () => 'blob:photo'
  URL.revokeObjectURL = () => {}
})

const input = () => screen.getByRole('combobox', { name: 'Log entry' })
const opened = async () => {
  const { container } = show(<LogInput subject={{ number: 12 }} actions={[]} />)
  const user = userEvent.setup()
  const choose = async () => {
    const field = container.ownerDocument.querySelector<HTMLInputElement>('input[type=file]')
    if (field) await user.upload(field, photo)
    await screen.findByRole('img', { name: 'Photo' })
  }
  return { user, choose, send: () => user.click(screen.getByRole('button', { name: 'Add entry' })) }
}

test('a photo can be sent without text, and the input is cleared', async () => {
  const { choose, send } = await opened()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add entry' }).disabled).toBe(true)
  await choose()
  await send()
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Photo' })).toBeNull())
  const [endpoint, sent] = upload.mock.calls[0] ?? []
  expect(endpoint).toBe(logApi.addPhoto)
  expect(sent).toMatchObject({ params: { number: 12 }, files: { file: photo } })
  // The contract accepts the sent body.
  expect(logApi.addPhoto.body.parse({ ...sent.body, datetime: String(sent.body.datetime) })).toMatchObject({
    type: 'text',
    text: '',
    restricted: true,
    params: [],
    sendNotification: true,
  })
  expect(call).not.toHaveBeenCalled()
})

test('a removed photo is not sent', async () => {
  const { user, choose, send } = await opened()
  await choose()
  await user.click(screen.getByRole('button', { name: 'Remove photo' }))
  await user.type(input(), 'On my way')
  await send()
  await waitFor(() => expect(call).toHaveBeenCalledOnce())
  expect(upload).not.toHaveBeenCalled()
})

test('without a connection a photo waits on the device, together with its text', async () => {
  upload.mockRejectedValue(new Problem('network'))
  await holdDevice()
  const { user, choose, send } = await opened()
  await choose()
  await user.type(input(), 'Still rising')
  await send()
  await waitFor(() => expect(outgoingRequests()).toHaveLength(1))
  expect(outgoingRequests()[0]).toMatchObject({
    kind: 'log.add',
    file: photo,
    body: { number: 12, words: 'Still rising', entry: { text: 'Still rising' } },
  })
})

test('an entry that is sent while its photo is made smaller waits for the photo', async () => {
  const { promise, resolve } = Promise.withResolvers<ArrayBuffer>()
  const slow = new File(['water'], 'photo.jpg', { type: 'image/jpeg' })
  slow.arrayBuffer = () => promise
  const { user, send } = await opened()
  await user.upload(document.querySelector('input[type=file]') as HTMLInputElement, slow)
  await user.type(input(), 'Still rising')
  await send()
  expect(call).not.toHaveBeenCalled()
  await act(async () => resolve(new ArrayBuffer(5)))
  await waitFor(() => expect(upload).toHaveBeenCalledOnce())
  expect(upload.mock.calls[0]?.[1]).toMatchObject({ files: { file: slow }, body: { text: 'Still rising' } })
  expect(call).not.toHaveBeenCalled()
})

const evacuated = {
  _id: 'evacuated',
  name: 'Evacuated',
  label: 'Evacuated',
  translations: {},
  unit: 'Number',
  value: '',
  isCustomValue: true,
  setOfValuesEnabled: false,
  values: [],
} as unknown as RoleAction

test('a phone offers actions above the field, and an action asks for its value when it is chosen', async () => {
  const user = userEvent.setup()
  const matchMedia = vi.spyOn(window, 'matchMedia')
  matchMedia.mockImplementation((media) => ({ ...narrow, media }))
  show(<LogInput subject={{ number: 12 }} actions={[evacuated]} />)
  expect(screen.queryByRole('combobox')).toBeNull()
  await user.click(screen.getByRole('textbox', { name: 'Log entry' }))
  await user.click(screen.getByRole('button', { name: 'Evacuated' }))
  await user.type(await screen.findByRole('spinbutton', { name: 'Value' }), '7')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(call.mock.calls[0]?.[1]).toMatchObject({ body: { params: ['evacuated', '7'] } }))
  matchMedia.mockRestore()
})

test('preset values of an action in dollars are offered in dollars', async () => {
  const user = userEvent.setup()
  const matchMedia = vi.spyOn(window, 'matchMedia')
  matchMedia.mockImplementation((media) => ({ ...narrow, media }))
  const damage = { ...evacuated, _id: 'damage', name: 'Damage', label: 'Damage', unit: 'Dollar' }
  const actions = [{ ...damage, setOfValuesEnabled: true, values: ['500', '2000'] }] as RoleAction[]
  show(<LogInput subject={{ number: 12 }} actions={actions} />)
  await user.click(screen.getByRole('textbox', { name: 'Log entry' }))
  await user.click(screen.getByRole('button', { name: 'Damage' }))
  const value = await screen.findByRole('combobox', { name: 'Amount in dollars' })
  expect([...value.querySelectorAll('option')].slice(1).map(({ textContent }) => textContent)).toEqual([
    '$500.00',
    '$2,000.00',
  ])
  await user.selectOptions(value, '500')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(call.mock.calls[0]?.[1]).toMatchObject({ body: { params: ['damage', '500'] } }))
  matchMedia.mockRestore()
})

const narrow = { matches: false, addEventListener() {}, removeEventListener() {} } as unknown as MediaQueryList
