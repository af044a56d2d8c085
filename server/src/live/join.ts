import type { Pool } from 'pg'
import { readyFrame, resyncFrame } from './message.ts'
import { sendMissed } from './missed.ts'
import type { Reader } from './reader.ts'
import { isFor } from './readers.ts'
import type { Recent } from './recent.ts'

type Join = { pool: Pool; recent: Recent; admit: (reader: Reader) => Promise<void> }

/**
 * Brings a reader that is already known to the relay to the present. What it may see is asked only now: whatever
 * changed before it was known is in the answer, and whatever changes after reaches it as a control.
 */
export async function joinStream({ pool, recent, admit }: Join, reader: Reader, lastEventId?: string): Promise<void> {
  await admit(reader)
  reader.position = lastEventId === undefined ? recent.position : positionOf(lastEventId)
  let isComplete = !Number.isNaN(reader.position)
  // Ahead of this server: another one was faster, or the position is of another database. The outbox knows.
  let isKnown = reader.position <= recent.position

  while (isComplete && !reader.isGone) {
    if (isKnown && reader.position >= recent.from) {
      if (sendRecent(recent, reader)) break
    } else {
      isComplete = await sendMissed(pool, reader)
      isKnown = true
    }
    await reader.caughtUp()
  }
  if (reader.isGone) return

  // Since the last look at the recent messages nothing has waited, so the relay could not slip one in.
  reader.position = isComplete ? Math.max(reader.position, recent.position) : recent.position
  if (!isComplete) reader.write(resyncFrame(reader.position))
  reader.write(readyFrame(reader.position))
  reader.isLive = true
}

/** As much as the reader takes; true when that was all. */
function sendRecent(recent: Recent, reader: Reader): boolean {
  for (const message of recent.after(reader.position)) {
    if (!reader.takesMore) return false
    if (!message.control && isFor(reader, message)) reader.write(message.frame)
    reader.position = message.position
  }
  return true
}

const positionOf = (lastEventId: string) => (/^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : Number.NaN)
