import { tellPresence } from '../people/user/actions.ts'
import { openOnline } from '../people/user/online.ts'
import type { LivePart } from './live.ts'
import type { Base } from './part.ts'

const NOTE_MS = 15_000
/** Interval for publishing presence; TURNS_OF_A_CROWD times as long above CROWD open streams. */
const TELL_MS = 2_000
const TURNS_OF_A_CROWD = 5
const CROWD = 1_000
const LOAD_MS = 60_000

const complainTo = (log: Base['log']) => (err: unknown) => log.warn({ err }, 'presence could not be recorded')

export const openOnlineMembers = async ({ database: { db }, log }: Base) => {
  const { members, load, readNotice } = await openOnline(db)
  const loadAgain = () => void load().catch(complainTo(log))
  const loading = setInterval(loadAgain, LOAD_MS).unref()
  return {
    members,
    readNotice,
    loadAgain,
    stop: () => clearInterval(loading),
  }
}

export function watchPresence(
  { database: { db }, log }: Base,
  { touch, streams }: Pick<LivePart, 'touch' | 'streams'>,
) {
  const seen = new Set<string>()
  const complain = complainTo(log)

  const noting = setInterval(() => {
    const sessionIds = [...seen]
    seen.clear()
    if (sessionIds.length > 0) touch(sessionIds).catch(complain)
  }, NOTE_MS).unref()

  let turns = 0
  const telling = setInterval(() => {
    turns++
    if (streams.streamCount > CROWD && turns % TURNS_OF_A_CROWD !== 0) return
    db.transaction().execute(tellPresence).catch(complain)
  }, TELL_MS).unref()

  return {
    noteSeen: (sessionId: string) => void seen.add(sessionId),
    stop: () => {
      clearInterval(noting)
      clearInterval(telling)
    },
  }
}
