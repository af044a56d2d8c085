import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Attachment } from './attachment.ts'
import { frameOf, type OutboxRow } from './message.ts'
import type { Recent } from './recent.ts'
import type { StreamClient } from './stream-client.ts'
import type { StreamClients } from './stream-clients.ts'

/** The event loop gets a turn after this many frames (a few ms) or bytes (a quarter of `STALLED_BYTES`). */
const FRAMES_AT_ONCE = 100_000
const BYTES_AT_ONCE = 250_000

type FanOut = {
  clients: StreamClients
  recent: Recent
  attach: (rows: readonly OutboxRow[]) => Promise<ReadonlyMap<number, Attachment>>
  obey: (row: OutboxRow) => Promise<void>
}

export async function fanOut({ clients, recent, attach, obey }: FanOut, rows: OutboxRow[]): Promise<void> {
  const attachments = await attach(rows)
  const waiting = new Set<StreamClient>()
  let queued = 0
  let bytes = 0

  function flush() {
    const join = sharedJoin()
    for (const client of waiting) client.flush(join)
    waiting.clear()
    queued = bytes = 0
  }

  for (const row of rows) {
    const message = recent.push(row)
    if (row.control) {
      flush()
      await obey(row)
      continue
    }
    const { serviceId } = row
    const attached = attachments.get(row.position)
    const full = attached && frameOf(row.position, attached.body)
    /** Whether the client gets the message with its rows: a reader of the service whom the message does not name. */
    const isOneOfMany = ({ services, memberId, rewrite }: StreamClient) =>
      !rewrite &&
      serviceId !== null &&
      services.has(serviceId) &&
      !row.memberIds.includes(memberId) &&
      !attached?.except.has(memberId)
    for (const client of clients.recipientsOf(message)) {
      if (!client.isLive || client.isGone || client.position >= message.position) continue
      client.position = message.position
      const frame = full && isOneOfMany(client) ? full : client.frameOf(message)
      if (!frame) continue
      client.queue(frame)
      waiting.add(client)
      queued++
    }
    bytes += Math.max(message.frame.length, full?.length ?? 0)
    if (queued >= FRAMES_AT_ONCE || bytes >= BYTES_AT_ONCE) {
      flush()
      await nextTurn()
    }
  }
  flush()
}

/** Reuses the joined buffer while consecutive clients get the same messages. */
function sharedJoin() {
  let [last, joined]: [Buffer[], Buffer] = [[], Buffer.alloc(0)]
  return (frames: Buffer[]): Buffer => {
    const isSame = frames.length === last.length && frames.every((frame, index) => frame === last[index])
    if (!isSame) [last, joined] = [frames, Buffer.concat(frames)]
    return joined
  }
}
