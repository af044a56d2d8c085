import { LRUCache } from 'lru-cache'
import type { ChangeFeed } from './change-feed.ts'
import type { OutboxWatermark } from './change-set.ts'

const MOST_KEPT = 1_000
/** What depends on the clock, or changes without a message, is as old as this at most. */
const KEPT_MS = 5_000

/**
 * Equal questions get one answer until anything is published: after a message to thousands each asks at a moment of its own, and
 * nothing has changed between most of them. Everybody sees what was committed before its question.
 */
export const keptAnswers = <Question, Answer>(
  feed: Pick<ChangeFeed, 'catchUp' | 'watermark'>,
  keyOf: (question: Question) => string,
  answer: (question: Question) => Promise<Answer>,
) => {
  type Kept = { watermark: OutboxWatermark; askedAtMs: number; answer: Promise<Answer> }
  const kept = new LRUCache<string, Kept>({ max: MOST_KEPT })
  return async (question: Question): Promise<Answer> => {
    await feed.catchUp()
    const [key, watermark] = [keyOf(question), feed.watermark()]
    const [known, askedAtMs] = [kept.get(key), performance.now()]
    if (known && known.watermark === watermark && askedAtMs - known.askedAtMs < KEPT_MS) return known.answer
    const asked = answer(question)
    if (watermark) kept.set(key, { watermark, askedAtMs, answer: asked })
    asked.catch(() => kept.delete(key))
    return asked
  }
}
