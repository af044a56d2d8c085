import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import packageFile from '../../../../package.json' with { type: 'json' }
import { isOutsideAddress } from './own-networks.ts'
import { openResolver } from './resolve.ts'
import { checkTarget, hostOf, OutboundError, parseTarget, portOf } from './target.ts'

export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>

export type OutboundOptions = {
  method?: 'GET' | 'HEAD' | 'POST'
  headers?: Record<string, string>
  body?: Uint8Array | string
  /** Covers resolving, redirects and the whole body. */
  timeoutMs?: number
  maxBytes?: number
  maxRedirects?: number
  signal?: AbortSignal
  /** For addresses set in the environment. Their host may be private, but a host that they redirect to may not. */
  trusted?: boolean
  /** Refuses plain http, also after a redirect. */
  isTlsOnly?: boolean
}

export type GuardedResponse = { status: number; headers: IncomingMessage['headers']; body: Buffer; url: string }

type Hop = { url: URL; method: string; headers: OutgoingHttpHeaders; body: Uint8Array | string | undefined }

const redirects = new Set([301, 302, 303, 307, 308])
/** The headers that a redirect to another host may receive. */
const harmless = new Set(['user-agent', 'accept', 'accept-encoding', 'accept-language', 'range'])

const lowerCased = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const nextHop = (hop: Hop, status: number, location: string): Hop => {
  const url = parseTarget(URL.parse(location, hop.url.href) ?? location)
  const headers =
    url.origin === hop.url.origin
      ? hop.headers
      : Object.fromEntries(Object.entries(hop.headers).filter(([name]) => harmless.has(name)))
  const keepsMethod = status > 303 || hop.method === 'GET' || hop.method === 'HEAD'
  return keepsMethod ? { ...hop, url, headers } : { url, headers, method: 'GET', body: undefined }
}

/** Distinguishes our own timeout from network errors. */
const asOutboundError = (error: unknown, signal: AbortSignal): OutboundError => {
  if (error instanceof OutboundError) return error
  return new OutboundError(signal.aborted ? 'timeout' : 'network', error)
}

type Ground = { resolve: Resolve; isAllowed: (address: string) => boolean }

/**
 * The only way to fetch an address that someone entered. A name is resolved once per connection, which then goes to the
 * checked address, so that a second DNS answer has no effect. Uses no cookies and no proxy, and reuses no connections.
 */
export const guardOn = ({ resolve, isAllowed }: Ground) => {
  const lookup =
    (isTrusted: boolean): LookupFunction =>
    (host, options, callback) => {
      resolve(host).then(
        (found) => {
          const usable = isTrusted ? found : found.filter(({ address }) => isAllowed(address))
          const [first] = usable
          if (!first) callback(new OutboundError('address'), '', 0)
          else if (options.all) callback(null, usable)
          else callback(null, first.address, first.family)
        },
        (error) => callback(error, '', 0),
      )
    }

  const open = ({ url, method, headers, body }: Hop, isTrusted: boolean, signal: AbortSignal) =>
    new Promise<IncomingMessage>((answered, failed) => {
      checkTarget(url, isAllowed, isTrusted)
      const send = url.protocol === 'https:' ? requestHttps : requestHttp
      const request = send({
        host: hostOf(url),
        port: portOf(url),
        path: url.pathname + url.search,
        method,
        headers: { ...headers, host: url.host },
        agent: false,
        signal,
        lookup: lookup(isTrusted),
      })
      request.once('response', answered).once('error', failed)
      // Checks the address that the socket is really connected to.
      request.once('socket', (socket) => {
        socket.once('connect', () => {
          if (!isTrusted && !isAllowed(socket.remoteAddress ?? '')) request.destroy(new OutboundError('address'))
        })
      })
      request.end(body)
    })

  const follow = async (address: string | URL, options: OutboundOptions, signal: AbortSignal) => {
    const { method = 'GET', headers = {}, body, trusted = false, isTlsOnly = false, maxRedirects = 5 } = options
    const first = parseTarget(address)
    let hop: Hop = {
      url: first,
      method,
      headers: {
        'user-agent': `Cohesion/${packageFile.version}`,
        accept: '*/*',
        'accept-encoding': 'identity',
        ...lowerCased(headers),
      },
      body,
    }
    for (let left = maxRedirects; ; left--) {
      if (isTlsOnly && hop.url.protocol !== 'https:') throw new OutboundError('scheme')
      const response = await open(hop, trusted && hop.url.hostname === first.hostname, signal)
      const status = response.statusCode ?? 0
      const { location } = response.headers
      if (!redirects.has(status) || location === undefined) return { response, status, url: hop.url.href }
      response.destroy()
      if (left <= 0) throw new OutboundError('redirects')
      hop = nextHop(hop, status, location)
    }
  }

  const limited = async <T>(options: OutboundOptions, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const timeout = AbortSignal.timeout(options.timeoutMs ?? 10_000)
    const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout
    try {
      return await work(signal)
    } catch (error) {
      throw asOutboundError(error, signal)
    }
  }

  const guardedFetch = (address: string | URL, options: OutboundOptions = {}): Promise<GuardedResponse> =>
    limited(options, async (signal) => {
      const { response, status, url } = await follow(address, options, signal)
      const body = await readAtMost(response, options.maxBytes ?? 2_000_000)
      return { status, headers: response.headers, body, url }
    })

  const statusOf = (address: string | URL, options: OutboundOptions = {}): Promise<number> =>
    limited(options, async (signal) => {
      const { response, status } = await follow(address, options, signal)
      response.destroy()
      return status
    })

  /** Whether an address exists: HEAD, then GET for servers that handle HEAD badly. */
  const checkUrl = async (address: string, { timeoutMs = 5000 } = {}): Promise<boolean> => {
    for (const method of ['HEAD', 'GET'] as const) {
      try {
        if (isThere(await statusOf(address, { method, timeoutMs }))) return true
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error
        if (error.isRefusal) return false
      }
    }
    return false
  }

  return { guardedFetch, checkUrl }
}

const isThere = (status: number) => (status >= 200 && status < 400) || [401, 403, 429].includes(status)

/** Copies chunks as they arrive, because keeping them until the end would double the memory. */
const readAtMost = async (response: IncomingMessage, maxBytes: number): Promise<Buffer> => {
  const announced = Number(response.headers['content-length'])
  let body = Buffer.allocUnsafeSlow(announced <= maxBytes ? announced : 0)
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    // An exception in the loop destroys the connection.
    if (bytes + chunk.length > maxBytes) throw new OutboundError('tooLarge')
    if (bytes + chunk.length > body.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(maxBytes, Math.max(2 * body.length, bytes + chunk.length)))
      body.copy(larger, 0, 0, bytes)
      body = larger
    }
    chunk.copy(body, bytes)
    bytes += chunk.length
  }
  return body.subarray(0, bytes)
}

export const { guardedFetch, checkUrl } = guardOn({
  resolve: openResolver(),
  isAllowed: isOutsideAddress,
})
