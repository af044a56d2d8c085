import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type EventType, Problem, type Role } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { EventTypeForm } from './EventTypeForm.tsx'

const called = vi.fn()
answerCalls(called)

beforeAll(async () => void (await startTestI18n()))
beforeEach(() => {
  sessionStorage.clear()
  called.mockReset()
})

const open = (type?: EventType, roles: readonly Role[] = []) => {
  const onDone = vi.fn()
  return { onDone, ...show(<EventTypeForm draft="type" type={type} roles={roles} onDone={onDone} />) }
}
const name = () => screen.getByRole('textbox', { name: /^Name \(English\)/ })
const question = () => screen.getByRole('textbox', { name: /^Question \(English\)/ })
const press = (label: string) => userEvent.click(screen.getByRole('button', { name: label }))

test('a question that is still being written is saved with its type', async () => {
  called.mockResolvedValue({ _id: '1', name: 'Flood', translations: {}, service: 's' })
  const { onDone } = open()
  await userEvent.type(name(), 'Flood')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Guide (English)' }), '!')
  await press('Add question')
  // An empty question is invalid and blocks saving the type.
  await press('Save')
  expect(await screen.findByText('Required.')).toBeTruthy()
  expect(called).not.toHaveBeenCalled()
  await userEvent.type(question(), 'How deep?')
  await press('Save')
  expect(called.mock.calls[0]?.[1].body).toMatchObject({ name: 'Flood', fields: [{ name: 'How deep?' }] })
  await waitFor(() => expect(onDone).toHaveBeenCalled())
})

test('a change of a question alone can be saved', async () => {
  const type = { _id: '1', name: 'Flood', translations: {}, guide: '<p>Wait.</p>', service: 's', fields: [] }
  called.mockResolvedValue(type)
  open({
    ...type,
    url: null,
    unit: 'Number',
    value: '1',
    icon: 'alert-circle',
    colour: '#1c7ed6',
  } as unknown as EventType)
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  await press('Add question')
  await userEvent.type(question(), 'How deep?')
  await press('Save')
  expect(called.mock.calls[0]?.[1].body).toEqual({ fields: [expect.objectContaining({ name: 'How deep?' })] })
})

test('the draft survives a closed panel and a failing server', async () => {
  called.mockRejectedValue(new Problem('network'))
  const first = open()
  await userEvent.type(name(), 'Flood')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Guide (English)' }), '!')
  await press('Add question')
  await userEvent.type(question(), 'How deep?')
  first.unmount()
  const { onDone } = open()
  expect(name()).toHaveProperty('value', 'Flood')
  expect(question()).toHaveProperty('value', 'How deep?')
  await press('Save')
  expect((await screen.findByRole('alert')).textContent).toContain('Everything you entered has been kept.')
  expect(name()).toHaveProperty('value', 'Flood')
  expect(screen.getByText('How deep?')).toBeTruthy()
  expect(onDone).not.toHaveBeenCalled()
})

test('a type is given to roles that list event types', async () => {
  const idOf = (number: number) => `0198c0de-0000-7000-8000-00000000000${number}`
  const role = (number: number, name: string, publicActions: string[], more: Partial<Role> = {}) =>
    ({ _id: idOf(number), name, translations: {}, publicActions, isViewer: false, isArchived: false, ...more }) as Role
  const type = { _id: '1', name: 'Flood', translations: {}, guide: '<p>Wait.</p>', service: 's', fields: [] }
  called.mockResolvedValue(type)
  open(
    { ...type, url: null, unit: 'Number', value: '1', icon: 'alert-circle', colour: '#1c7ed6' } as unknown as EventType,
    [
      role(1, 'Crew', ['2']),
      role(2, 'Divers', ['1']),
      role(3, 'Everyone', []),
      role(4, 'Former', ['1', '2'], { isArchived: true }),
    ],
  )
  const box = (name: RegExp) => screen.getByRole('checkbox', { name }) as HTMLInputElement
  const state = [box(/^Crew/), box(/^Divers/), box(/^Everyone/)].map(({ checked, disabled }) => [checked, disabled])
  expect(state).toEqual([
    [false, false],
    [true, true],
    [true, true],
  ])
  await userEvent.click(box(/^Crew/))
  await press('Save')
  expect(called.mock.calls[0]?.[1].body, 'an archived role keeps its list').toEqual({
    reporterRoles: [2, 4, 1].map(idOf),
  })
})
