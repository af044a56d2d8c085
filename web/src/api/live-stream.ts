import { createEventSource } from 'eventsource-client'
import { addressOf, type LiveMessage, liveApi } from '#contract'
import { headers, problemOf, refuse } from './call.ts'
import { notifyListeners, replyPositions, setLiveState } from './live.ts'

const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 30_000
/** The server sends several heartbeats in this time, so silence means a dead connection. */
const SILENCE_MS = 60_000

/** Doubles the delay after each failure, with jitter, so that a thousand tabs do not reconnect at the same moment. */
export const delayAfter = (failures: number, random = Math.random()): number =>
  Math.min(FIRST_DELAY_MS * 2 ** failures, LONGEST_DELAY_MS) * (0.5 + random / 2)

/**
 * Opens the stream at the position of the earliest reply. Calls `onFresh` if there was no reply: the start is then
 * unknown, and earlier data may be stale.
 */
export const openLiveStream = (onFresh: () => void): (() => void) => {
  const startPosition = replyPositions.start()
  let isFresh = startPosition === undefined
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  const restartSilenceTimer = () => {
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
    setLiveState('waiting')
    clearTimeout(retry)
    retry = setTimeout(connect, delayAfter(failures++))
  }

  const stream = createEventSource({
    url: new URL(addressOf(liveApi.events), location.origin),
    ...(startPosition !== undefined && { initialLastEventId: String(startPosition) }),
    fetch: async (url, init) => {
      // The library would keep the headers of the first connection; the token may have changed since.
      const answer = await fetch(url, { ...init, headers: { ...init?.headers, ...headers() } } as RequestInit)
      if (!answer.ok) throw refuse(await problemOf(answer))
      return answer
    },
    onConnect: restartSilenceTimer,
    onComment: restartSilenceTimer,
    onMessage: ({ data, id }) => {
      restartSilenceTimer()
      failures = 0
      setLiveState('live')
      const message = JSON.parse(data) as LiveMessage
      notifyListeners(message, id ? Number(id) : undefined)
      if (message.type === 'READY' && isFresh) {
        isFresh = false
        onFresh()
      }
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
