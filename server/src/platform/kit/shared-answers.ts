import { LRUCache } from 'lru-cache'
import { batched } from './batched.ts'

/** Keys that nobody asked for lately are forgotten; who still waits for one is answered. */
const MOST_KEYS = 1_000

/**
 * Equal questions that wait at the same time get one answer. It begins after each of them was asked, so nobody is given
 * what was true before; `answer` gets the last of them.
 */
export const sharedAnswers = <Question, Answer>(
  keyOf: (question: Question) => string,
  answer: (question: Question) => Promise<Answer>,
) => {
  const askers = new LRUCache<string, (question: Question) => Promise<Answer>>({ max: MOST_KEYS })
  return (question: Question): Promise<Answer> => {
    const key = keyOf(question)
    const known = askers.get(key)
    if (known) return known(question)
    const ask = batched<Question, Answer>(async (questions) => {
      const shared = await answer(questions.at(-1) ?? question)
      return () => shared
    })
    askers.set(key, ask)
    return ask(question)
  }
}
