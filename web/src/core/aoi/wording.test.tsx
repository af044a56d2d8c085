import { renderHook } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { startTestI18n } from '../../testing/i18n.ts'
import { event, eventType, question } from './form/testing.ts'
import { useWording } from './wording.ts'

const depth = question({
  name: 'How deep is it?',
  kind: 'choice',
  choices: ['Knee'],
  translations: { he: { name: 'מה העומק?', 'choices.Knee': 'עד הברך' } },
})
const isOpen = question({ _id: '0198c0de-0000-7000-8000-0000000000a2', name: 'Is it open?', kind: 'yesNo' })
const type = eventType({ fields: [depth, isOpen] })
vi.mock('./type-look.ts', () => ({ useVisibleTypes: () => [type] }))

beforeAll(() => startTestI18n('he'))

const wording = () => renderHook(() => useWording(event())).result.current

test("the log shows types, questions and answers in the reader's language", () => {
  const { change } = wording()
  expect(change({ field: 'publicAction', from: 'Fire', to: 'Flooding' })).toEqual({
    field: 'publicAction',
    from: 'Fire',
    to: 'הצפה',
  })
  expect(change({ field: 'How deep is it?', from: null, to: 'Knee' })).toEqual({
    field: 'מה העומק?',
    from: null,
    to: 'עד הברך',
  })
  expect(change({ field: 'Is it open?', from: 'no', to: 'Yes' })).toMatchObject({ from: 'לא', to: 'כן' })
  expect(change({ field: 'name', from: 'A', to: 'B' })).toEqual({ field: 'name', from: 'A', to: 'B' })
})

test('an answer keeps the words of a question that reads differently now', () => {
  const { answer } = wording()
  const given = { _id: depth._id, name: 'How deep was it?', value: 'Knee' }
  expect(answer(given)).toEqual(given)
})
