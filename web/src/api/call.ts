import {
  API_KEY_HEADER,
  addressOf,
  BASE_PATH,
  type CallInput,
  type Endpoint,
  LIVE_POSITION_HEADER,
  Problem,
  type ProblemBody,
  problems,
  type ReplyOf,
} from '#contract'
import { config } from './config.ts'
import { replyPositions } from './live.ts'
import { endSession, sessionToken } from './session.ts'

export type Input = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  files?: Record<string, Blob | undefined>
}
export type InputOf<E extends Endpoint> = unknown extends CallInput<E, Blob> ? undefined : CallInput<E, Blob>
type Arguments<E extends Endpoint> =
  undefined extends InputOf<E> ? [input?: undefined, signal?: AbortSignal] : [input: InputOf<E>, signal?: AbortSignal]

/** Timeout of a call. Uploads get more time, for slow connections. */
export const PATIENCE_MS = 30_000
const PATIENCE_WITH_FILES_MS = 300_000

/** Error replies that do not come from our server, such as a proxy's: the parts that `problemText` shows. */
export type StrangeAnswer = { message?: string | string[]; data?: string; response?: string }

/**
 * A GET that gets 429 is repeated after `Retry-After`, if that is at most this long. All other errors throw at once.
 */
const MOST_WAIT_SECONDS = 10
const MOST_WAITS = 2

/** Calls an endpoint. Returns the reply that the contract describes, or throws a `Problem`. */
export const call = async <E extends Endpoint>(endpoint: E, ...input: Arguments<E>): Promise<ReplyOf<E>> => {
  for (let left = endpoint.method === 'GET' ? MOST_WAITS : 0; ; left--) {
    try {
      return await callOnce(endpoint, ...input)
    } catch (problem) {
      const seconds = waitOf(problem)
      if (left === 0 || seconds === undefined) throw problem
      await wait(seconds * 1000, input[1])
    }
  }
}

const waitOf = (problem: unknown): number | undefined => {
  if (!(problem instanceof Problem) || problem.code !== 'tooManyRequests') return undefined
  const { retryAfterSeconds = 1 } = problem
  return retryAfterSeconds <= MOST_WAIT_SECONDS ? retryAfterSeconds : undefined
}

const wait = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', abort, { once: true })
    if (signal?.aborted) abort()
  })

const callOnce = async <E extends Endpoint>(endpoint: E, ...[input, signal]: Arguments<E>): Promise<ReplyOf<E>> => {
  const { params, query, body, files } = (input ?? {}) as Input
  const patience = AbortSignal.timeout(endpoint.files ? PATIENCE_WITH_FILES_MS : PATIENCE_MS)
  const address = addressOf(endpoint, params) + searchOf(query)
  const answer = await fetch(address, {
    method: endpoint.method,
    headers: headers(endpoint.files || body === undefined ? {} : { 'content-type': 'application/json' }),
    body: endpoint.files ? formOf(body, files) : body === undefined ? undefined : JSON.stringify(body),
    signal: signal ? AbortSignal.any([signal, patience]) : patience,
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause
    throw new Problem('network', { cause })
  })
  const position = answer.headers.get(LIVE_POSITION_HEADER)
  if (position) replyPositions.note(Number(position))
  if (!answer.ok) throw refuse(await problemOf(answer))
  const text = await answer.text().catch((cause: unknown) => {
    throw new Problem('network', { cause })
  })
  return (text ? JSON.parse(text) : {}) as ReplyOf<E>
}

export const headers = (more: Record<string, string> = {}): Record<string, string> => {
  const token = sessionToken()
  return { [API_KEY_HEADER]: config().apiKey, ...(token && { authorization: `Bearer ${token}` }), ...more }
}

/**
 * Ends the session in every tab if the problem says that the server rejected the token. Returns the problem, to throw
 * it.
 */
export const refuse = (problem: Problem): Problem => {
  if (problem.code === 'signedOut') endSession()
  return problem
}

export const searchOf = (query: Record<string, unknown> = {}): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, textOf(one))
  return search.size ? `?${search}` : ''
}

export const formOf = (body: unknown, files: Input['files'] = {}): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {})) if (value !== undefined) form.append(name, textOf(value))
  for (const [name, file] of Object.entries(files)) if (file) form.append(name, file)
  return form
}

const textOf = (value: unknown): string => {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export const problemOf = async (answer: Response): Promise<Problem> => {
  const text = await answer.text().catch(() => '')
  const body = bodyOf(text)
  const retryAfterSeconds = Number(answer.headers.get('retry-after')) || undefined
  if (body?.code && body.code in problems)
    return new Problem(body.code, {
      fields: body.fields,
      usedBy: body.usedBy,
      requestId: body.requestId,
      retryAfterSeconds,
    })
  const isPlainText = answer.headers.get('content-type')?.startsWith('text/plain')
  const cause: StrangeAnswer = {
    message: body?.message,
    data: isPlainText ? text : undefined,
    response: [answer.status, answer.statusText].filter(Boolean).join(' '),
  }
  return new Problem(answer.status === 401 ? 'signedOut' : 'unknownServerError', { cause, retryAfterSeconds })
}

const bodyOf = (text: string): Partial<ProblemBody> | undefined => {
  try {
    return JSON.parse(text) as Partial<ProblemBody>
  } catch {
    return undefined
  }
}

export const withApiHeaders = (url: string) =>
  url.startsWith(location.origin + BASE_PATH) ? { url, headers: headers() } : { url }
