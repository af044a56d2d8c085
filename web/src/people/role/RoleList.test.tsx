import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Role, roleApi } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { RoleList } from './RoleList.tsx'

const call = vi.fn()
answerCalls(call)

beforeAll(() => startTestI18n())
beforeEach(() => {
  call.mockReset().mockResolvedValue({ name: 'Medic', isArchived: true })
})

const role = (_id: string, name: string, isArchived: boolean) =>
  ({ _id, name, isArchived, actions: [], publicActions: [], translations: {} }) as unknown as Role

test('archived roles are listed below the others, and come last in a new order', async () => {
  const roles = [role('a', 'Analyst', true), role('m', 'Medic', false), role('d', 'Diver', false)]
  show(<RoleList service="bay" roles={roles} onEdit={() => {}} />)
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    expect.stringContaining('Medic'),
    expect.stringContaining('Diver'),
  ])
  const grip = screen.getAllByRole('button', { name: /Diver/ }).find((button) => button.title.includes('arrow'))
  await userEvent.type(grip ?? document.body, '{ArrowUp}')
  await waitFor(() => expect(call).toHaveBeenCalledWith(roleApi.order, { body: { ids: ['d', 'm', 'a'] } }))
  await userEvent.click(screen.getByRole('button', { name: /^Archived/ }))
  expect(screen.getByText('Analyst')).toBeDefined()
})

test('a role is archived with one press', async () => {
  show(<RoleList service="bay" roles={[role('m', 'Medic', false)]} onEdit={() => {}} />)
  await userEvent.click(screen.getByRole('button', { name: 'Archive Medic' }))
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith(roleApi.change, { params: { id: 'm' }, body: { isArchived: true } }),
  )
})
