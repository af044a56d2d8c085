import { noteAbsent } from '../user/actions.ts'
import type { LivePart } from './live.ts'
import type { Base } from './part.ts'

const NOTE_MS = 15_000
const LOOK_MS = 5_000

/** Keeps members online who send requests without a stream, and detects who went offline. */
export function watchPresence({ database: { db }, log }: Base, { touch, wake }: LivePart) {
  const seen = new Set<string>()
  const complain = (err: unknown) => log.warn({ err }, 'who is online could not be noted')

  const noting = setInterval(() => {
    const sessionIds = [...seen]
    seen.clear()
    if (sessionIds.length > 0) touch(sessionIds).catch(complain)
  }, NOTE_MS).unref()

  const looking = setInterval(() => {
    db.transaction()
      .execute(noteAbsent)
      .then((count) => count > 0 && wake())
      .catch(complain)
  }, LOOK_MS).unref()

  return {
    noteSeen: (sessionId: string) => void seen.add(sessionId),
    stop: () => {
      clearInterval(noting)
      clearInterval(looking)
    },
  }
}
