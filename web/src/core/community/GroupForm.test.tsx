import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Problem, placeApi } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { GroupForm } from './GroupForm.tsx'

const call = vi.fn()
answerCalls(call)

const open = (search: () => Promise<unknown>) => {
  call.mockImplementation((endpoint) => (endpoint === placeApi.search ? search() : Promise.resolve({ _id: 'g' })))
  const onDone = vi.fn()
  show(
    <GroupForm
      draft="group.test"
      group={undefined}
      communities={[{ _id: 'c', name: 'Rescue' }]}
      members={[]}
      localMaps={[]}
      me=""
      placing={undefined}
      onDone={onDone}
    />,
  )
  const address = screen.getByPlaceholderText<HTMLInputElement>('Search for an address')
  const type = (text: string) => fireEvent.change(address, { target: { value: text } })
  return { address, type, onDone }
}

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  await startTestI18n()
})

test('an unknown address is reported and kept, and an empty address is reported as missing', async () => {
  const { address, type } = open(() => Promise.resolve([]))
  type('Behind the mill')
  expect(await screen.findByText('Unknown address')).toBeTruthy()
  fireEvent.blur(address)
  expect(address.value).toBe('Behind the mill')
  expect(address.getAttribute('aria-invalid')).not.toBe('true')
  type('')
  fireEvent.blur(address)
  await waitFor(() => expect(address.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText('Required.')).toBeTruthy()
  expect(screen.queryByText('Unknown address')).toBeNull()
})

test('a failed search shows why, and keeps what was typed', async () => {
  const { address, type } = open(() => Promise.reject(new Problem('network')))
  type('Mill Road 3')
  expect(await screen.findByText(/Everything you entered has been kept\./)).toBeTruthy()
  expect(screen.queryByText('Unknown address')).toBeNull()
  fireEvent.blur(address)
  expect(address.value).toBe('Mill Road 3')
})
