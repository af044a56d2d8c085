/**
 * Combines single requests into one query, with never more than one query running. A request is answered by a query
 * that began after it was made; answers come in the order of the requests.
 */
export function batched<Question, Answer>(
  answerAll: (questions: Question[]) => Promise<(question: Question) => Answer>,
) {
  type Waiting = { question: Question; resolve: (answer: Answer) => void; reject: (error: unknown) => void }
  const waiting: Waiting[] = []
  let isRunning = false

  async function run() {
    isRunning = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, 1_000)
      try {
        const answer = await answerAll(batch.map(({ question }) => question))
        for (const { question, resolve } of batch) resolve(answer(question))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isRunning = false
  }

  return (question: Question): Promise<Answer> =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      // Waits for further requests of this turn.
      if (!isRunning) {
        isRunning = true
        setImmediate(run)
      }
    })
}
