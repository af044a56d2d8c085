import type { Box, StreetsEstimate, StreetsJob } from '#contract'
import { StreetsError } from './error.ts'
import { fileNameOf } from './extract/area.ts'
import { newestBuild } from './extract/builds.ts'
import { fetchExtract, type Order, prepareExtract } from './extract/extract.ts'
import { openHttpSource, type RangeFetch } from './extract/http-source.ts'
import type { Library } from './library.ts'

type Options = {
  library: Library
  fetch: RangeFetch
  /** Set by the environment; the newest map of the planet otherwise. */
  sourceUrl: string | undefined
  log: { warn: (details: object, text: string) => void }
  /** Called when the map has changed. */
  onChange: () => Promise<void>
}

const PLANET_HOST = 'build.protomaps.com'
/** The list of planets changes once a day. */
const NEWEST_TTL_MS = 3_600_000
/** At 20 Mbit/s; four requests of a tenth of a second run at once. */
const secondsFor = (bytes: number, requests: number) => Math.max(1, Math.round(bytes / 2.5e6 + (requests * 0.1) / 4))

/** Downloads of streets, one at a time; the state of the last one stays until the next begins. */
export const openJobs = ({ library, fetch, sourceUrl, log, onChange }: Options) => {
  let job: StreetsJob | null = null
  let running: { stop: AbortController; ended: Promise<void> } | undefined
  let newest: { url: string; until: number } | undefined

  const openSource = async () => {
    if (sourceUrl) return openHttpSource(sourceUrl, { fetch, trusted: true })
    if (!newest || newest.until < Date.now())
      newest = { url: await newestBuild(fetch), until: Date.now() + NEWEST_TTL_MS }
    return openHttpSource(newest.url, { fetch })
  }

  const run = async (order: Order, state: StreetsJob, signal: AbortSignal) => {
    try {
      const source = await openSource()
      const prepared = await prepareExtract(source, order, signal)
      state.bytes = prepared.plan.fetchBytes
      await fetchExtract(source, prepared, library.pathOf(fileNameOf(order.name, order.box)), {
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
      if (!signal.aborted) log.warn({ err: error }, 'streets could not be fetched')
    }
  }

  return {
    sourceHost: sourceUrl ? new URL(sourceUrl).host : PLANET_HOST,
    current: () => job,

    async estimate(box: Box, maxZoom: number): Promise<StreetsEstimate> {
      try {
        const { bytes, plan } = await prepareExtract(await openSource(), { box, maxZoom, name: '' })
        return { bytes, tiles: plan.tiles, seconds: secondsFor(plan.fetchBytes, plan.ranges.length), problem: null }
      } catch (error) {
        if (!(error instanceof StreetsError)) throw error
        return { bytes: 0, tiles: 0, seconds: 0, problem: error.reason }
      }
    },

    /** False while another download runs. */
    start(order: Order): boolean {
      if (job?.state === 'running') return false
      const { name, box } = order
      const state: StreetsJob = { state: 'running', name, box, bytes: 0, doneBytes: 0, problem: null }
      const stop = new AbortController()
      job = state
      running = { stop, ended: run(order, state, stop.signal) }
      return true
    },

    async cancel(): Promise<void> {
      running?.stop.abort()
      await running?.ended
    },
  }
}
export type Jobs = ReturnType<typeof openJobs>
