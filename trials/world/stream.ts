import { request } from 'node:http'
import { API_KEY_HEADER, BASE_PATH, type LiveMessage } from '#contract'

export type StreamMessage = { id: string | undefined; message: LiveMessage }

export type Stream = {
  /**
   * Resolves with the first matching message, including earlier ones. Rejects if the stream ends without such a
   * message.
   */
  waitFor: (matches: (message: LiveMessage) => boolean) => Promise<StreamMessage>
  received: readonly StreamMessage[]
  /** Resolves when the stream ends for any reason, with the time by `performance.now()`. */
  ended: Promise<number>
  close: () => void
}

type StreamOptions = {
  token: string
  lastEventId?: string | undefined
  onMessage?: (message: StreamMessage) => void
  /** Whether messages are kept for `received` and `waitFor`. Trials with thousands of streams do not keep them. */
  keepsMessages?: boolean
}

const parseFrame = (frame: string): StreamMessage | undefined => {
  const data = /^data: (.*)$/m.exec(frame)?.[1]
  return data ? { id: /^id: (\d+)$/m.exec(frame)?.[1], message: JSON.parse(data) as LiveMessage } : undefined
}

/** Opens a live stream as a browser does. A refused stream ends at once. */
export const openStream = (
  url: string,
  { token, lastEventId, onMessage, keepsMessages = true }: StreamOptions,
): Stream => {
  const received: StreamMessage[] = []
  const waiting = new Set<() => void>()
  const over = Promise.withResolvers<number>()
  let isOver = false
  const end = () => {
    isOver = true
    over.resolve(performance.now())
    for (const look of waiting) look()
  }
  const take = (frame: string) => {
    const message = parseFrame(frame)
    if (!message) return
    onMessage?.(message)
    if (!keepsMessages) return
    received.push(message)
    for (const look of waiting) look()
  }
  const { hostname, port } = new URL(url)
  const headers = {
    [API_KEY_HEADER]: 'cohesion-web',
    authorization: `Bearer ${token}`,
    ...(lastEventId && { 'last-event-id': lastEventId }),
  }
  const sending = request({ hostname, port, path: `${BASE_PATH}/events`, headers, agent: false }, (response) => {
    let rest = ''
    response.setEncoding('utf8').on('data', (text: string) => {
      const frames = (rest + text).split('\n\n')
      rest = frames.pop() ?? ''
      for (const frame of frames) take(frame)
    })
    response.on('close', end)
    response.on('error', end)
  })
  sending.on('error', end)
  sending.end()

  return {
    received,
    ended: over.promise,
    close: () => sending.destroy(),
    waitFor: (matches) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = received.find(({ message }) => matches(message))
          if (!match && !isOver) return
          waiting.delete(look)
          if (match) resolve(match)
          else reject(new Error('the stream ended before the message came'))
        }
        waiting.add(look)
        look()
      }),
  }
}

export const isReady = ({ type }: LiveMessage): boolean => type === 'READY'
