import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { PresetAction, Role } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { RoleForm } from './RoleForm.tsx'

const call = vi.fn()
answerCalls(call)

const pump = '0190a7e2-5b1c-7c3a-8e4d-2f6b9a1c3d5e'

beforeAll(() => startTestI18n())
beforeEach(() => {
  sessionStorage.clear()
  call.mockReset().mockResolvedValue({ name: 'Diver' })
})

const open = (onNewAction?: (add: (id: string) => void) => void) =>
  show(
    <RoleForm
      {...{ role: undefined }}
      draft="role"
      roles={[{ _id: 'medic', name: 'Medic' } as Role]}
      actions={[{ _id: pump, name: 'Pump', unit: 'Number', value: '1' } as PresetAction]}
      types={[]}
      metrics={[]}
      onNewAction={onNewAction}
      onDone={() => {}}
    />,
  )
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

test('a new role needs actions, unless it is set to offer all', async () => {
  open()
  await userEvent.type(screen.getByRole('textbox', { name: 'Name (English)' }), 'Diver')
  await save()
  expect(await screen.findByText('Required.')).toBeDefined()
  expect(call).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('switch', { name: /^All actions/ }))
  await save()
  await waitFor(() => expect(call).toHaveBeenCalledOnce())
  expect(call.mock.calls[0]?.[1].body).toMatchObject({ name: 'Diver', actions: [], publicActions: [] })
})

test('an action created inline is added to the role, and typed text stays', async () => {
  open((add) => add(pump))
  await userEvent.type(screen.getByRole('textbox', { name: 'Name (English)' }), 'Diver')
  await userEvent.click(screen.getByRole('button', { name: 'New action' }))
  await save()
  await waitFor(() => expect(call).toHaveBeenCalledOnce())
  expect(call.mock.calls[0]?.[1].body).toMatchObject({ name: 'Diver', actions: [{ _id: pump }] })
})

test('a name that another role has is warned about', async () => {
  open()
  const name = screen.getByRole('textbox', { name: 'Name (English)' })
  await userEvent.type(name, 'Medics')
  expect(screen.queryByText('A role with this name already exists.')).toBeNull()
  await userEvent.clear(name)
  await userEvent.type(name, ' medic')
  expect(screen.getByText('A role with this name already exists.')).toBeDefined()
})
