import { setTimeout as pause } from 'node:timers/promises'
import { trialResources } from './resources.ts'
import { openStream, type StreamMessage } from './stream.ts'

/** A stream client that always reconnects, with the id of its last message. */
export const resumingClient = (currentUrl: () => string, token: string, reconnectMs: number) => {
  const created = new Map<string, number>()
  let lastId = 0
  let outOfOrder = 0
  let resyncs = 0
  let isClosing = false
  let resumed = 0
  let close = () => {}
  const take = ({ id, message }: StreamMessage) => {
    if (id && Number(id) < lastId) outOfOrder++
    if (id) lastId = Number(id)
    if (message.type === 'RESYNC') resyncs++
    if (message.type === 'AOI_CREATED')
      for (const aoiId of message.aoiIds) created.set(aoiId, (created.get(aoiId) ?? 0) + 1)
  }
  const connect = (onReady: () => void) => {
    const stream = openStream(currentUrl(), {
      token,
      lastEventId: lastId > 0 ? String(lastId) : undefined,
      keepsMessages: false,
      onMessage: (message) => {
        take(message)
        if (message.message.type === 'READY') onReady()
      },
    })
    close = stream.close
    void stream.ended.then(async () => {
      if (isClosing) return
      await pause(Math.random() * reconnectMs)
      resumed++
      if (!isClosing) connect(onReady)
    })
  }
  return {
    /** Connects. Resolves when the server reports that the stream is live. */
    open: () => new Promise<void>(connect),
    created,
    state: () => ({ outOfOrder, resyncs, resumed }),
    close: trialResources.add(async () => {
      isClosing = true
      close()
    }),
  }
}
