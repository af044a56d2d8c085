/**
 * Gathers single questions into one query, never more than one at a time. A question is answered by a query that began
 * after it was asked, and answers come in the order of the questions.
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
      // The rest of this turn may bring more of them.
      if (!isRunning) {
        isRunning = true
        setImmediate(run)
      }
    })
}
