import type { Pool } from 'pg'
import { readyFrame, resyncFrame } from './message.ts'
import { sendMissed } from './missed.ts'
import type { Reader } from './reader.ts'
import { isFor } from './readers.ts'
import type { Recent } from './recent.ts'

type Join = { pool: Pool; recent: Recent; admit: (reader: Reader) => Promise<void> }

/**
 * Sends a registered reader what it missed and then live messages. Its audience is read after the registration: changes
 * before it are in the answer, and later ones reach the reader as control messages.
 */
export async function joinStream({ pool, recent, admit }: Join, reader: Reader, lastEventId?: string): Promise<void> {
  await admit(reader)
  reader.position = lastEventId === undefined ? recent.position : positionOf(lastEventId)
  let isComplete = !Number.isNaN(reader.position)
  // Ahead of this server: another server was faster, or the position is of another database. The outbox decides.
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

  // No await since the recent messages were read, so the relay cannot have delivered one in between.
  reader.position = isComplete ? Math.max(reader.position, recent.position) : recent.position
  if (!isComplete) reader.write(resyncFrame(reader.position))
  reader.write(readyFrame(reader.position))
  reader.isLive = true
}

/** Sends as much as the reader takes; returns true if that was all. */
function sendRecent(recent: Recent, reader: Reader): boolean {
  for (const message of recent.after(reader.position)) {
    if (!reader.takesMore) return false
    if (!message.control && isFor(reader, message)) reader.write(message.frame)
    reader.position = message.position
  }
  return true
}

const positionOf = (lastEventId: string) => (/^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : Number.NaN)
