import { act, renderHook } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { FieldProblems } from '#contract'
import { startTestI18n } from '../../testing/i18n.ts'
import { readDraft } from './draft.ts'
import { useDraftForm } from './use-draft-form.ts'

type Role = { name: string; view: string }

beforeAll(() => startTestI18n())
beforeEach(() => sessionStorage.clear())

const open = (saved: Role) =>
  renderHook(({ now }) => useDraftForm({ draft: 'role', saved: now, check: () => ({}) }), {
    initialProps: { now: saved },
  })

test('typed text is kept until saved or discarded', () => {
  const form = open({ name: 'Driver', view: 'MAP' })
  act(() => form.result.current.set('name', 'Pilot'))
  form.unmount()
  const again = open({ name: 'Driver', view: 'MAP' })
  expect(again.result.current).toMatchObject({ changes: { name: 'Pilot' }, isChanged: true })
  act(() => again.result.current.discard())
  expect(again.result.current).toMatchObject({ values: { name: 'Driver' }, isChanged: false })
})

test('values that others save are taken over beside values typed here', () => {
  const form = open({ name: 'Driver', view: 'MAP' })
  form.rerender({ now: { name: 'Driver', view: 'CALENDAR' } })
  expect(form.result.current).toMatchObject({ values: { view: 'CALENDAR' }, changes: {}, isChanged: false })
  act(() => form.result.current.set('name', 'Pilot'))
  form.rerender({ now: { name: 'Driver', view: 'DASHBOARD' } })
  expect(form.result.current.values).toEqual({ name: 'Pilot', view: 'DASHBOARD' })
  expect(form.result.current.changes).toEqual({ name: 'Pilot' })
  expect(readDraft('role')).toEqual({ name: 'Pilot' })
})

test("a form that asks first adopts other people's changes on request", () => {
  const keep = vi.fn()
  const storage = { read: () => ({ initial: { name: 'Driver', view: 'MAP' }, changes: { name: 'Pilot' } }), keep }
  const open = () =>
    useDraftForm<Role>({
      draft: 'role',
      saved: { name: 'Driver', view: 'CALENDAR' },
      check: () => ({}),
      storage,
      asksBeforeTakeOver: true,
    })
  const { result } = renderHook(open)
  expect(result.current).toMatchObject({ values: { name: 'Pilot', view: 'MAP' }, isOvertaken: true, isContinued: true })
  act(() => result.current.takeOver())
  expect(result.current).toMatchObject({ values: { name: 'Pilot', view: 'CALENDAR' }, isOvertaken: false })
  expect(keep).toHaveBeenLastCalledWith({ name: 'Pilot' }, { name: 'Driver', view: 'CALENDAR' })
})

test('errors appear for fields that were left, and stay', async () => {
  const check = ({ name, view }: Role): FieldProblems => ({
    ...(name === '' && { name: 'form.required' as const }),
    ...(view === '' && { 'view.0': 'form.required' as const }),
  })
  const open = () =>
    useDraftForm<Role>({
      draft: 'role',
      saved: { name: '', view: '' },
      check,
      fieldOf: (part) => part.split('.')[0] ?? '',
    })
  const { result } = renderHook(open)
  const send = vi.fn()
  act(() => result.current.submit(send)())
  expect([result.current.errorOf('name'), result.current.errorOf('view')]).toEqual(['Required.', 'Required.'])
  act(() => result.current.set('name', 'Pilot'))
  expect([result.current.errorOf('name'), result.current.errorOf('view')]).toEqual([undefined, 'Required.'])
  expect(send).not.toHaveBeenCalled()
})
