/** A memo of `most` results by key, least recently used out first. Calls that are still running share one result; a failure is not kept. */
export const memoize = <T, More extends unknown[]>(most: number, ask: (key: string, ...more: More) => Promise<T>) => {
  const answers = new Map<string, Promise<T>>()
  return (key: string, ...more: More): Promise<T> => {
    const answer = answers.get(key) ?? ask(key, ...more)
    // Put last, so that the first in the map is the one longest unused.
    answers.delete(key)
    answers.set(key, answer)
    for (const oldest of answers.keys()) {
      if (answers.size <= most) break
      answers.delete(oldest)
    }
    answer.catch(() => {
      if (answers.get(key) === answer) answers.delete(key)
    })
    return answer
  }
}
