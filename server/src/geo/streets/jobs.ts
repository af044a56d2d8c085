import type { Box, StreetsEstimate, StreetsJob } from '#contract'
import { StreetsError } from './error.ts'
import { fileNameOf } from './extract/area.ts'
import { newestBuild, prepareFromBuilds } from './extract/builds.ts'
import { fetchExtract, type Order, prepareExtract } from './extract/extract.ts'
import { openHttpSource, type RangeFetch } from './extract/http-source.ts'
import { listUnfinished, partOf, readNote, removePart, type Unfinished } from './extract/unfinished.ts'
import type { Library } from './library.ts'

type Options = {
  library: Library
  fetch: RangeFetch
  sourceUrl: string | undefined
  log: { warn: (details: object, text: string) => void }
  onChange: () => Promise<void>
}

type RunOptions = { signal: AbortSignal; isOptional: boolean }

const PLANET_HOST = 'build.protomaps.com'
const NEWEST_TTL_MS = 3_600_000
/** Estimated duration at 20 Mbit/s and 0.1 s per request, with four requests at a time. */
const secondsFor = (bytes: number, requests: number) => Math.max(1, Math.round(bytes / 2.5e6 + (requests * 0.1) / 4))

/** Runs one street download at a time. The state of the last download stays until the next one starts. */
export const openJobs = ({ library, fetch, sourceUrl, log, onChange }: Options) => {
  let job: StreetsJob | null = null
  let running: { stop: AbortController; ended: Promise<void> } | undefined
  let newest: { url: string; until: number } | undefined

  const newestUrl = async (signal?: AbortSignal): Promise<string> => {
    if (!newest || newest.until < Date.now())
      newest = { url: await newestBuild(fetch, signal), until: Date.now() + NEWEST_TTL_MS }
    return newest.url
  }

  const prepare = async (order: Order, begun?: string, signal?: AbortSignal) => {
    if (!sourceUrl) return prepareFromBuilds(order, { fetch, newest: () => newestUrl(signal), begun, signal })
    const source = openHttpSource(sourceUrl, { fetch, trusted: true })
    return { source, prepared: await prepareExtract(source, order, signal) }
  }

  const idOf = ({ name, box }: Pick<Order, 'name' | 'box'>) => fileNameOf(name, box)

  const run = async (order: Order, state: StreetsJob, { signal, isOptional }: RunOptions) => {
    try {
      const target = library.pathOf(idOf(order))
      const { source, prepared } = await prepare(order, (await readNote(partOf(target)))?.source, signal)
      state.bytes = prepared.plan.fetchBytes
      await fetchExtract(source, prepared, target, {
        signal,
        onProgress: (bytes) => {
          state.doneBytes = bytes
        },
      })
      state.state = 'done'
      await onChange()
    } catch (error) {
      const problem = error instanceof StreetsError ? error.reason : 'failing'
      Object.assign(state, { state: 'failed', problem: signal.aborted ? 'cancelled' : problem })
      if (!signal.aborted && !isOptional) log.warn({ err: error }, 'streets could not be fetched')
    }
  }

  const unfinished = async (): Promise<Unfinished[]> => {
    const runningId = job?.state === 'running' ? idOf(job) : undefined
    return (await listUnfinished(library.folder)).filter(({ id }) => id !== runningId)
  }

  return {
    unfinished,
    /** The name of an unfinished download of this area. Under another name, the download would start a new file. */
    async nameOfUnfinished(box: Box, maxZoom: number): Promise<string | undefined> {
      const isSame = ({ order }: Unfinished) =>
        order.maxZoom === maxZoom && order.box.every((degrees, index) => degrees === box[index])
      return (await unfinished()).find(isSame)?.order.name
    },
    discard: (id: string) => removePart(partOf(library.pathOf(id))),

    sourceHost: sourceUrl ? new URL(sourceUrl).host : PLANET_HOST,
    /** A snapshot, because the job changes while it runs. */
    current: () => job && { ...job },

    async estimate(box: Box, maxZoom: number): Promise<StreetsEstimate> {
      try {
        const { plan, bytes } = (await prepare({ box, maxZoom, name: '' })).prepared
        return { bytes, tiles: plan.tiles, seconds: secondsFor(plan.fetchBytes, plan.ranges.length), problem: null }
      } catch (error) {
        if (!(error instanceof StreetsError)) throw error
        return { bytes: 0, tiles: 0, seconds: 0, problem: error.reason }
      }
    },

    /** An optional download fails silently. */
    start(order: Order, { isOptional = false } = {}): boolean {
      if (job?.state === 'running') return false
      const { name, box } = order
      const state: StreetsJob = { state: 'running', name, box, bytes: 0, doneBytes: 0, problem: null }
      const stop = new AbortController()
      job = state
      running = { stop, ended: run(order, state, { signal: stop.signal, isOptional }) }
      return true
    },

    ended: async (): Promise<void> => running?.ended,

    async cancel(): Promise<void> {
      running?.stop.abort()
      await running?.ended
    },
  }
}
export type Jobs = ReturnType<typeof openJobs>
