/** Keeps the latest answers by key, the ones still on their way too, so that nobody asks twice. A failure is forgotten. */
export const remembered = <T>(most: number, ask: (key: string) => Promise<T>) => {
  const answers = new Map<string, Promise<T>>()
  return (key: string): Promise<T> => {
    const answer = answers.get(key) ?? ask(key)
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
