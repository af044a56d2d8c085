/** Keeps the latest answers by key, the ones still on their way too, so that nobody asks twice. A failure is forgotten. */
export const remembered = <T, More extends unknown[]>(
  most: number,
  ask: (key: string, ...more: More) => Promise<T>,
) => {
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
