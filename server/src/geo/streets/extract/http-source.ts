import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { GuardedResponse, OutboundOptions } from '../../../platform/outbound/guard.ts'
import { OutboundError } from '../../../platform/outbound/target.ts'
import type { ByteSource } from '../archive/reader.ts'
import { StreetsError } from '../error.ts'

export type RangeFetch = (address: string, options: OutboundOptions) => Promise<GuardedResponse>

export type HttpSource = ByteSource & {
  address: string
  /**
   * Identifies the version of the file; known after the first read. Without an ETag or date from the server, every
   * opening counts as a new version.
   */
  version: () => string
  fetched: () => { bytes: number; requests: number }
}

type Options = {
  fetch: RangeFetch
  /** The operator typed the address on the console, so its host may be private. */
  trusted?: boolean
  /** The wait between two attempts, which tests skip. */
  pause?: (ms: number, signal?: AbortSignal) => Promise<unknown>
  timeoutMs?: number
}

const ATTEMPTS = 6
const FIRST_PAUSE_MS = 500
/** Time for 4 MB at 0.4 Mbit/s. */
const TIMEOUT_MS = 90_000

/** Whether a status is transient, as of a busy or restarting server. */
const isPassing = (status: number) => status === 408 || status === 429 || status >= 500

const totalOf = (range: string | undefined, offset: number, length: number): string | undefined => {
  const [, from, to, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(range ?? '') ?? []
  return Number(from) === offset && Number(to) === offset + length - 1 ? total : undefined
}

/** Reads ranges of a file from a web server. Retries transient failures and detects a changed file. */
export const openHttpSource = (
  address: string,
  { fetch, trusted = false, pause, timeoutMs = TIMEOUT_MS }: Options,
): HttpSource => {
  const rest = pause ?? ((ms: number, signal?: AbortSignal) => wait(ms, undefined, signal ? { signal } : {}))
  const fetched = { bytes: 0, requests: 0 }
  let version: string | undefined
  let suffix = ''

  const request = async (offset: number, length: number, signal?: AbortSignal): Promise<Buffer> => {
    fetched.requests++
    const { status, headers, body } = await fetch(address, {
      headers: { range: `bytes=${offset}-${offset + length - 1}` },
      // Stops a server that ignores the range and sends the whole file.
      maxBytes: length,
      timeoutMs,
      trusted,
      ...(signal && { signal }),
    })
    fetched.bytes += body.length
    if (isPassing(status)) throw new StreetsError('failing')
    if (status === 404 || status === 410) throw new StreetsError('notFound')
    if (status === 416) throw new StreetsError('cutShort')
    if (status === 200) throw new StreetsError('noRanges')
    if (status !== 206) throw new StreetsError('failing')
    const total = totalOf(headers['content-range'], offset, length)
    if (total === undefined || body.length !== length) throw new StreetsError('cutShort')
    const mark = headers.etag || headers['last-modified']
    if (version === undefined && !mark) suffix = ` ${randomUUID()}`
    const seen = [mark ?? '', total].join(' ')
    version ??= seen
    if (seen !== version) throw new StreetsError('sourceChanged')
    return body
  }

  /** Maps an error to its meaning; undefined if a retry may succeed. */
  const verdictOn = (error: unknown, signal: AbortSignal | undefined): StreetsError | undefined => {
    if (signal?.aborted) return new StreetsError('cancelled', error)
    if (error instanceof StreetsError) return error.reason === 'failing' ? undefined : error
    if (!(error instanceof OutboundError)) throw error
    if (error.isRefusal) return new StreetsError('refused', error)
    return error.reason === 'tooLarge' ? new StreetsError('noRanges', error) : undefined
  }

  return {
    address,
    async read(offset, length, signal) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await request(offset, length, signal)
        } catch (error) {
          const verdict = verdictOn(error, signal)
          if (verdict) throw verdict
          if (attempt === ATTEMPTS) throw error instanceof StreetsError ? error : new StreetsError('unreachable', error)
          await rest(FIRST_PAUSE_MS * 2 ** (attempt - 1), signal).catch(() => {
            throw new StreetsError('cancelled')
          })
        }
      }
    },
    version: () => `${version ?? ''}${suffix}`,
    fetched: () => ({ ...fetched }),
  }
}
