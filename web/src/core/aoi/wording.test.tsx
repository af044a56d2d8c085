import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { answerCalls } from '../../testing/calls.ts'
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

answerCalls(vi.fn(async () => [type]))
beforeAll(() => startTestI18n('he'))

const wording = async () => {
  const queries = new QueryClient()
  const flooding = event({ properties: { publicAction: { _id: type._id, name: type.name, fields: [] } } })
  const { result } = renderHook(() => useWording(flooding), {
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  })
  const given = { _id: depth._id, name: depth.name, value: 'Knee' }
  await waitFor(() => expect(result.current.answer(given)).toEqual({ name: 'מה העומק?', value: 'עד הברך' }))
  return result.current
}

test("the log shows types, questions and answers in the reader's language", async () => {
  const { change } = await wording()
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

test('an answer keeps the wording of a question that has changed since', async () => {
  const { answer } = await wording()
  const given = { _id: depth._id, name: 'How deep was it?', value: 'Knee' }
  expect(answer(given)).toEqual(given)
})
