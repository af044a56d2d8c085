import { createEventSource } from 'eventsource-client'
import { addressOf, type LiveMessage, liveApi } from '#contract'
import { headers, problemOf, refuse } from './call.ts'

/** `live`: what the screen shows is what the server has. `waiting`: the line is down and is tried again. */
export type LiveState = 'connecting' | 'live' | 'waiting'
type Listener = (message: LiveMessage) => void

const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 30_000
/** The server's heartbeats come several times in this span; silence for all of it means a dead line. */
const SILENCE_MS = 60_000

let state: LiveState = 'connecting'
const stateListeners = new Set<() => void>()
const listeners = new Set<Listener>()

export const liveState = (): LiveState => state
export const onLiveState = (listener: () => void): (() => void) => {
  stateListeners.add(listener)
  return () => stateListeners.delete(listener)
}

/** Hears every live message, those missed while the line was down too, once and in order. */
export const onLive = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const become = (next: LiveState): void => {
  if (next === state) return
  state = next
  for (const listener of stateListeners) listener()
}

/** Twice as long after each failure, spread so that a thousand tabs do not come back in the same moment. */
export const delayAfter = (failures: number, random = Math.random()): number =>
  Math.min(FIRST_DELAY_MS * 2 ** failures, LONGEST_DELAY_MS) * (0.5 + random / 2)

export const startLive = (): (() => void) => {
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  const heard = () => {
    clearTimeout(silence)
    silence = setTimeout(wait, SILENCE_MS)
  }
  const connect = () => {
    clearTimeout(retry)
    if (!isStopped) stream.connect()
  }
  const wait = () => {
    stream.close()
    clearTimeout(silence)
    if (isStopped) return
    become('waiting')
    clearTimeout(retry)
    retry = setTimeout(connect, delayAfter(failures++))
  }

  const stream = createEventSource({
    url: new URL(addressOf(liveApi.events), location.origin),
    fetch: async (url, init) => {
      // The token may have changed since the page was opened; the library keeps the headers it was given.
      const answer = await fetch(url, { ...init, headers: { ...init?.headers, ...headers() } } as RequestInit)
      if (!answer.ok) throw refuse(await problemOf(answer))
      return answer
    },
    onConnect: heard,
    onComment: heard,
    onMessage: ({ data }) => {
      heard()
      failures = 0
      become('live')
      const message = JSON.parse(data) as LiveMessage
      for (const listener of listeners) listener(message)
    },
    onScheduleReconnect: wait,
  })

  const online = () => {
    failures = 0
    connect()
  }
  window.addEventListener('online', online)
  window.addEventListener('offline', wait)
  return () => {
    isStopped = true
    window.removeEventListener('online', online)
    window.removeEventListener('offline', wait)
    clearTimeout(retry)
    wait()
  }
}
