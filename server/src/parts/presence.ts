import { tellPresence } from '../user/actions.ts'
import { openOnline } from '../user/online.ts'
import type { LivePart } from './live.ts'
import type { Base } from './part.ts'

const NOTE_MS = 15_000
/** How long those who come and go are gathered before the others are told; with a crowd of listeners five times as long. */
const TELL_MS = 2_000
const TURNS_OF_A_CROWD = 5
const CROWD = 1_000
const LOAD_MS = 60_000

const complainTo = (log: Base['log']) => (err: unknown) => log.warn({ err }, 'who is online could not be noted')

/** Who is online, in memory. */
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

/** Keeps members online who send requests without a stream, and tells the others who came, went and moved. */
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
