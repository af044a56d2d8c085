import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestI18n } from '../../testing/i18n.ts'
import { readDraft } from './draft.ts'
import { useDraftForm } from './use-draft-form.ts'

type Role = { name: string; view: string }

beforeAll(() => startTestI18n())
beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

const open = (saved: Role) =>
  renderHook(({ now }) => useDraftForm({ draft: 'role', saved: now, check: () => ({}) }), {
    initialProps: { now: saved },
  })

test('what is typed is kept until it is saved or discarded', () => {
  const form = open({ name: 'Driver', view: 'MAP' })
  act(() => form.result.current.set('name', 'Pilot'))
  form.unmount()
  const again = open({ name: 'Driver', view: 'MAP' })
  expect(again.result.current).toMatchObject({ changes: { name: 'Pilot' }, isChanged: true })
  act(() => again.result.current.discard())
  expect(again.result.current).toMatchObject({ values: { name: 'Driver' }, isChanged: false })
})

test('what others saved meanwhile is theirs, beside what was typed here', () => {
  const form = open({ name: 'Driver', view: 'MAP' })
  form.rerender({ now: { name: 'Driver', view: 'CALENDAR' } })
  expect(form.result.current).toMatchObject({ values: { view: 'CALENDAR' }, changes: {}, isChanged: false })
  act(() => form.result.current.set('name', 'Pilot'))
  form.rerender({ now: { name: 'Driver', view: 'DASHBOARD' } })
  expect(form.result.current.values).toEqual({ name: 'Pilot', view: 'DASHBOARD' })
  expect(form.result.current.changes).toEqual({ name: 'Pilot' })
  expect(readDraft('role')).toEqual({ name: 'Pilot' })
})
