/**
 * Combines concurrent requests into one query; only one query runs at a time. A request is answered by a query that
 * starts after it. Replies keep the order of their requests.
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
      if (!isRunning) {
        isRunning = true
        setImmediate(run)
      }
    })
}
