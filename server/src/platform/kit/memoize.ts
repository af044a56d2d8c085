import { LRUCache } from 'lru-cache'

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
