import { setImmediate as nextTurn } from 'node:timers/promises'
import type { OutboxRow } from './message.ts'
import type { Reader } from './reader.ts'
import type { Readers } from './readers.ts'
import type { Recent } from './recent.ts'

/** A batch takes a few ms, or a quarter of `STALLED_BYTES`; then the event loop gets its turn. */
const DELIVERIES_AT_ONCE = 100_000
const BYTES_AT_ONCE = 250_000

type Delivery = {
  readers: Readers
  recent: Recent
  /** Applies a control message; resolves when it has taken effect for later messages. */
  obey: (row: OutboxRow) => Promise<void>
}

/** Writes messages in order to the readers who may see them, one write for each reader. */
export async function deliver({ readers, recent, obey }: Delivery, rows: OutboxRow[]): Promise<void> {
  const waiting = new Set<Reader>()
  let [queued, bytes] = [0, 0]

  function flush() {
    const join = sharedJoin()
    for (const reader of waiting) reader.flush(join)
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
    for (const reader of readers.hearing(message)) {
      if (!reader.isLive || reader.isGone || reader.position >= message.position) continue
      reader.position = message.position
      reader.queue(message.frame)
      waiting.add(reader)
      queued++
    }
    bytes += message.frame.length
    if (queued >= DELIVERIES_AT_ONCE || bytes >= BYTES_AT_ONCE) {
      flush()
      await nextTurn()
    }
  }
  flush()
}

/** Reuses the joined buffer while consecutive readers get the same messages. */
function sharedJoin() {
  let [last, joined]: [Buffer[], Buffer] = [[], Buffer.alloc(0)]
  return (frames: Buffer[]): Buffer => {
    const isSame = frames.length === last.length && frames.every((frame, index) => frame === last[index])
    if (!isSame) [last, joined] = [frames, Buffer.concat(frames)]
    return joined
  }
}
