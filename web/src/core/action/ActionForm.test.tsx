import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { actionApi, Problem, type Role, roleApi } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { ActionForm } from './ActionForm.tsx'

const call = vi.fn()
answerCalls(call)

beforeAll(() => startTestI18n())
beforeEach(() => {
  sessionStorage.clear()
  call.mockReset()
})

test('an action is created once, even if updating the roles failed', async () => {
  let rolesAreAway = true
  call.mockImplementation(async (endpoint: unknown) => {
    if (endpoint === roleApi.change && rolesAreAway) throw new Problem('unavailable')
    return { _id: 'pump', name: 'Pump', translations: {} }
  })
  const role = {
    _id: 'diver',
    name: 'Diver',
    translations: {},
    actions: ['other'],
    roleActions: ['other'],
    publicActions: [],
  } as unknown as Role
  const onDone = vi.fn()
  show(<ActionForm draft="action" action={undefined} roles={[role]} offersRoles onDone={onDone} />)
  await userEvent.type(screen.getByRole('textbox', { name: 'Name (English)' }), 'Pump')
  await userEvent.type(screen.getByRole('textbox', { name: /^Value/ }), '1')
  await userEvent.click(screen.getByRole('combobox', { name: 'Add to roles' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Diver', hidden: true }))
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const sentTo = (endpoint: unknown) => call.mock.calls.filter(([one]) => one === endpoint).length
  await save()
  await waitFor(() => expect(sentTo(roleApi.change)).toBe(1))
  expect(onDone).not.toHaveBeenCalled()
  rolesAreAway = false
  await save()
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect([sentTo(actionApi.create), sentTo(actionApi.change), sentTo(roleApi.change)]).toEqual([1, 1, 2])
})
