import type { Db } from '../../db/database.ts'
import { batched } from '../../live/batched.ts'
import { type Heard, newsAfter } from './news.ts'

const AOIS_AT_ONCE = 1_000

/** After a failure the next attempt waits so long, unless someone waits for it. */
const AGAIN_AFTER_MS = 60_000

export type Log = Record<'info' | 'warn', (details: object, text: string) => void>

type Read<T> = { heard: Heard; all: T }

/** The revision is another one after every change, and never again the same. */
export type Held<T> = { revision: number; all: T }

type Follower<T> = {
  /** Everything as of one moment, and which messages were out by then. */
  read(): Promise<Read<T>>
  /** Takes in how these AOIs stand now. */
  take(all: T, aoiIds: string[]): Promise<void>
  /** Whether so much changed that it should be read anew: beside the old one, which answers meanwhile. */
  isWorn?(all: T): boolean
}

export type Followed<T> = {
  /** With all that was committed before the call. Nothing as long as it has to be read, which then begins. */
  now(): Promise<Held<T> | undefined>
  /** The same, and waits until it was read. */
  fresh(): Promise<Held<T>>
}

let revisions = 0

/**
 * Keeps something of all AOIs in memory. It is read when it is first asked for, and each time it is asked it first takes
 * in what the outbox tells: whoever asks after a commit sees it, on every server process, with no time in between.
 */
export const follow = <T>(db: Db, log: Log, { read, take, isWorn = () => false }: Follower<T>): Followed<T> => {
  type Current = Held<T> & { heard: Heard }
  let current: Current | undefined
  let reading: Promise<void> | undefined
  let failedAtMs = Number.NEGATIVE_INFINITY

  const readAnew = async () => {
    current = { ...(await read()), revision: ++revisions }
  }
  const renew = (): Promise<void> => {
    reading ??= readAnew().finally(() => {
      reading = undefined
    })
    return reading
  }
  const renewBeside = () => {
    if (reading || performance.now() - failedAtMs < AGAIN_AFTER_MS) return
    renew().catch((err: unknown) => {
      failedAtMs = performance.now()
      log.warn({ err }, 'memory: not read')
    })
  }

  /** Whether the changes since are known. */
  const catchUp = async (held: Current): Promise<boolean> => {
    for (;;) {
      const news = await newsAfter(db, held.heard)
      if (!news) return false
      for (let at = 0; at < news.aoiIds.length; at += AOIS_AT_ONCE) {
        await take(held.all, news.aoiIds.slice(at, at + AOIS_AT_ONCE))
      }
      held.heard = news.heard
      if (news.aoiIds.length > 0) held.revision = ++revisions
      if (news.isAll) return true
    }
  }

  const latest = batched<void, Current | undefined>(async () => {
    const held = current
    if (!held) return () => undefined
    const isKnown = await catchUp(held)
    if (!isKnown && current === held) current = undefined
    if (isKnown && isWorn(held.all)) renewBeside()
    return () => (isKnown ? held : undefined)
  })

  const now = async () => {
    const held = current && (await latest())
    if (!current) renewBeside()
    return held
  }

  const fresh = async (): Promise<Held<T>> => {
    for (;;) {
      if (!current) await renew()
      const held = await latest()
      if (held) return held
    }
  }

  return { now, fresh }
}
