import { setInterval as every } from 'node:timers/promises'
import type { Db } from '../db/database.ts'
import type { Read } from '../db/replica/replicas.ts'
import { batched } from '../kit/batched.ts'
import { changesSince, type OutboxWatermark } from './change-set.ts'

const AOIS_PER_UPDATE = 1_000

/** After a failed load in the background the next one waits this long, unless a caller waits for it. */
const RETRY_AFTER_MS = 60_000

/** Changes are added to what is in memory: words and places that were erased from the database leave it by this. */
const MAX_AGE_MS = 86_400_000
const KEEP_UP_MS = 5_000

export type Log = Record<'info' | 'warn', (details: object, text: string) => void>

/**
 * `revision` is another number after every change and is never used again: equal revisions mean equal contents.
 * `watermark` tells the messages that `data` includes.
 */
export type Snapshot<T> = { revision: number; data: T; readonly watermark: OutboxWatermark }

type Source<T> = {
  /** Reads everything in one database snapshot, with the watermark of that snapshot. */
  load(): Promise<{ watermark: OutboxWatermark; data: T }>
  /** Reads these AOIs as they are now and brings `data` up to date. */
  update(data: T, aoiIds: string[]): Promise<void>
  /** Whether so much changed that it should be loaded anew, in the background: the old data answers meanwhile. */
  needsRebuild?(data: T): boolean
  countRows(data: T): number
}

/** Both absent until the view is loaded. */
export type LiveViewState = { rows?: number; ageSeconds?: number }

export type LiveView<T> = {
  /** With all that was committed before the call. Waits if it has to be loaded first. */
  snapshot(): Promise<Snapshot<T>>
  /** The same, but undefined if it has to be loaded first: loading then begins in the background. */
  snapshotIfLoaded(): Promise<Snapshot<T> | undefined>
  state(): LiveViewState
  /** Applies changes also while nobody asks, so that the first caller after a quiet night does not wait for them. */
  keepUp(signal: AbortSignal | undefined): Promise<void>
}

export type LiveViewOptions = {
  /** A view older than this is loaded anew in the background. */
  maxAgeMs?: number | undefined
  /** Where everything is loaded from, such as a replica; the database itself if unset. Changes are read from that alone. */
  read?: Read | undefined
}

let revisions = 0

/**
 * An in-memory view of all AOIs that follows the outbox. It is loaded when it is first asked for. Before every answer it
 * applies the messages that were committed since: a caller sees every commit before the call, on every server process.
 */
export const liveView = <T>(
  db: Db,
  log: Log,
  { load, update, countRows, needsRebuild = () => false }: Source<T>,
  { maxAgeMs = MAX_AGE_MS }: LiveViewOptions = {},
): LiveView<T> => {
  type Current = Omit<Snapshot<T>, 'watermark'> & { watermark: OutboxWatermark }
  let current: Current | undefined
  let loading: Promise<void> | undefined
  let loadedAtMs = 0
  let failedAtMs = Number.NEGATIVE_INFINITY

  const loadAnew = async () => {
    current = { ...(await load()), revision: ++revisions }
    loadedAtMs = performance.now()
  }
  const reload = (): Promise<void> => {
    loading ??= loadAnew().finally(() => {
      loading = undefined
    })
    return loading
  }
  const reloadInBackground = () => {
    if (loading || performance.now() - failedAtMs < RETRY_AFTER_MS) return
    reload().catch((err: unknown) => {
      failedAtMs = performance.now()
      log.warn({ err }, 'live view: loading failed')
    })
  }

  /** Applies all changes; false if they cannot be known. */
  const catchUp = async (view: Current): Promise<boolean> => {
    for (;;) {
      const changes = await changesSince(db, view.watermark)
      if (!changes) return false
      for (let at = 0; at < changes.aoiIds.length; at += AOIS_PER_UPDATE) {
        await update(view.data, changes.aoiIds.slice(at, at + AOIS_PER_UPDATE))
      }
      view.watermark = changes.watermark
      if (changes.aoiIds.length > 0) view.revision = ++revisions
      if (changes.isComplete) return true
    }
  }

  const upToDate = batched<void, Current | undefined>(async () => {
    const view = current
    if (!view) return () => undefined
    const isKnown = await catchUp(view)
    if (!isKnown && current === view) current = undefined
    if (isKnown && (needsRebuild(view.data) || performance.now() - loadedAtMs > maxAgeMs)) reloadInBackground()
    return () => (isKnown ? view : undefined)
  })

  const snapshotIfLoaded = async () => {
    const view = current && (await upToDate())
    if (!current) reloadInBackground()
    return view
  }

  return {
    snapshotIfLoaded,

    async snapshot() {
      for (;;) {
        if (!current) await reload()
        const view = await upToDate()
        if (view) return view
      }
    },

    state: () =>
      current ? { rows: countRows(current.data), ageSeconds: (performance.now() - loadedAtMs) / 1000 } : {},

    async keepUp(signal) {
      for await (const _ of every(KEEP_UP_MS, undefined, { ref: false, ...(signal && { signal }) })) {
        // A failure shows when somebody asks.
        await snapshotIfLoaded().catch(() => {})
      }
    },
  }
}
