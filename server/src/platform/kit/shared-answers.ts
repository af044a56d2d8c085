import { LRUCache } from 'lru-cache'
import { batched } from './batched.ts'

/** Above this number, the least recently requested keys are evicted. Pending requests still get their reply. */
const MOST_KEYS = 1_000

/**
 * Concurrent requests with the same key share one reply. The reply is computed after all of them arrived, so that it is
 * not stale. `answer` gets the last request.
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

/**
 * Caches up to `most` results by key and evicts the least recently used. Concurrent calls share one result. Failures
 * are not cached.
 */
export const memoize = <T, More extends unknown[]>(most: number, ask: (key: string, ...more: More) => Promise<T>) => {
  const answers = new LRUCache<string, Promise<T>>({ max: most })
  return (key: string, ...more: More): Promise<T> => {
    const known = answers.get(key)
    if (known) return known
    const answer = ask(key, ...more)
    answers.set(key, answer)
    answer.catch(() => answers.peek(key) === answer && answers.delete(key))
    return answer
  }
}
