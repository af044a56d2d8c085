import type { Kysely } from 'kysely'
import type { Database } from '../db/schema/index.ts'
import { noteAbsent } from '../user/actions.ts'

const NOTE_MS = 15_000
const LOOK_MS = 5_000

type Options = {
  db: Kysely<Database>
  touch: (sessionIds: string[]) => Promise<void>
  poke: () => void
  log: { warn: (details: object, text: string) => void }
}

/** Keeps those online who send requests without a stream, and notices who has gone. */
export function watchPresence({ db, touch, poke, log }: Options) {
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
      .then((count) => count > 0 && poke())
      .catch(complain)
  }, LOOK_MS).unref()

  return {
    saw: (sessionId: string) => void seen.add(sessionId),
    stop: () => {
      clearInterval(noting)
      clearInterval(looking)
    },
  }
}
