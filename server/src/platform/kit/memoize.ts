import { LRUCache } from 'lru-cache'

/** A memo of `most` results by key, least recently used out first. Calls that are still running share one result; a failure is not kept. */
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
