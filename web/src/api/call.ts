import {
  API_KEY_HEADER,
  addressOf,
  type CallInput,
  type Endpoint,
  Problem,
  type ProblemBody,
  problems,
  type ReplyOf,
} from '#contract'
import { config } from './config.ts'
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

/** A server that took a call and says nothing more: people are told by then. Files may take their time on a bad line. */
export const PATIENCE_MS = 30_000
const PATIENCE_WITH_FILES_MS = 300_000

/** What an answer said when it did not speak the contract; `problemText` picks from it. */
export type StrangeAnswer = { message?: string | string[]; data?: string; response?: string }

/** A reading call that came too often waits as it was told, if that is not longer; anything else is told at once. */
const MOST_WAIT_SECONDS = 10
const MOST_WAITS = 2

/** The one way to ask the server. Answers what the contract says, or throws a `Problem`. */
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

/** Ends early, with the signal's reason, when nobody waits for the answer any more. */
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
  const answer = await fetch(addressOf(endpoint, params) + searchOf(query), {
    method: endpoint.method,
    headers: headers(endpoint.files || body === undefined ? {} : { 'content-type': 'application/json' }),
    body: endpoint.files ? formOf(body, files) : body === undefined ? undefined : JSON.stringify(body),
    signal: signal ? AbortSignal.any([signal, patience]) : patience,
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause
    throw new Problem('network', { cause })
  })
  if (!answer.ok) throw refuse(await problemOf(answer))
  const text = await answer.text().catch((cause: unknown) => {
    throw new Problem('network', { cause })
  })
  return (text ? JSON.parse(text) : {}) as ReplyOf<E>
}

/** The headers of every call; the live stream and the map's tiles send them too. */
export const headers = (more: Record<string, string> = {}): Record<string, string> => {
  const token = sessionToken()
  return { [API_KEY_HEADER]: config().apiKey, ...(token && { authorization: `Bearer ${token}` }), ...more }
}

/** A session that the server no longer knows is over in every tab. */
export const refuse = (problem: Problem): Problem => {
  if (problem.code === 'signedOut') endSession()
  return problem
}

const searchOf = (query: Record<string, unknown> = {}): string => {
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
    return new Problem(body.code, { fields: body.fields, usedBy: body.usedBy, retryAfterSeconds })
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
