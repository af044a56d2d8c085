import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { EventType } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { TypeSuggestions } from './TypeSuggestions.tsx'

const call = vi.fn()
answerCalls(call)

const flood = { _id: 'flood', name: 'Flood', translations: { he: { name: 'הצפה' } } } as unknown as EventType
const pipe = { _id: 'pipe', name: 'Burst pipe', translations: {} } as unknown as EventType
const suggestions = [
  { typeId: 'flood', probability: 0.8, words: ['water', 'street'] },
  { typeId: 'pipe', probability: 0.1, words: ['water'] },
  { typeId: 'notOffered', probability: 0.1, words: [] },
]

beforeAll(async () => void (await startTestI18n()))
beforeEach(() => void call.mockReset().mockResolvedValue(suggestions))

const form = (more: { typeId?: string; text?: string } = {}) => {
  const onChoose = vi.fn()
  const props = { serviceId: 'bay', types: [flood, pipe], typeId: '', place: undefined, onChoose }
  const { rerender } = show(<TypeSuggestions {...props} text="Water in the street" {...more} />)
  return { onChoose, choose: (typeId: string) => rerender(<TypeSuggestions {...props} text="Water" typeId={typeId} />) }
}

test('offers the types of the role with the deciding words, and a press selects one', async () => {
  const { onChoose } = form()
  expect(await screen.findByText(/^Suggested because of \u2068“water”\u2069, \u2068“street”\u2069$/)).toBeTruthy()
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Flood', 'Burst pipe'])
  await userEvent.click(screen.getByRole('button', { name: 'Flood' }))
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('flood')
})

test('disappears when the likeliest type is chosen, and stays for another one', async () => {
  const { choose } = form()
  await screen.findByRole('button', { name: 'Flood' })
  choose('pipe')
  expect(screen.getByRole('button', { name: 'Flood' })).toBeTruthy()
  choose('flood')
  expect(screen.queryByRole('button')).toBeNull()
})

test('requests nothing for two letters', () => {
  form({ text: 'Wa' })
  expect(call).not.toHaveBeenCalled()
})
