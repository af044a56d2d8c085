import type { Pool } from 'pg'
import { readyFrame, resyncFrame } from './message.ts'
import { sendMissed } from './missed.ts'
import type { Recent } from './recent.ts'
import type { StreamClient } from './stream-client.ts'
import { isFor } from './stream-clients.ts'

type Join = {
  pool: Pool
  recent: Recent
  admit: (client: StreamClient) => Promise<void>
  readersBeside: (client: StreamClient) => number
}

/**
 * Sends a registered client the messages that it missed, then makes it live. `admit` reads its services after the
 * registration, so that they include earlier changes; later changes arrive as control messages.
 */
export async function joinStream(
  { pool, recent, admit, readersBeside }: Join,
  client: StreamClient,
  lastEventId?: string,
): Promise<void> {
  await admit(client)
  client.position = lastEventId === undefined ? recent.position : positionOf(lastEventId)
  let isComplete = !Number.isNaN(client.position)
  // A position ahead of this server's was sent by a server that has read further, or belongs to another database.
  // `sendMissed` finds out by the outbox.
  let isKnown = client.position <= recent.position

  while (isComplete && !client.isGone) {
    if (isKnown && client.position >= recent.from) {
      if (sendRecent(recent, client)) break
    } else {
      isComplete = await sendMissed(pool, client)
      isKnown = true
    }
    await client.caughtUp()
  }
  if (client.isGone) return

  // Without an await since the recent messages were read, the relay cannot have delivered another message.
  client.position = isComplete ? Math.max(client.position, recent.position) : recent.position
  if (!isComplete) client.write(resyncFrame(client.position, readersBeside(client)))
  client.write(readyFrame(client.position, readersBeside(client)))
  client.isLive = true
}

/** Sends recent messages while the client takes more; returns whether all were sent. */
function sendRecent(recent: Recent, client: StreamClient): boolean {
  for (const message of recent.after(client.position)) {
    if (!client.takesMore) return false
    const frame = message.control || !isFor(client, message) ? undefined : client.frameOf(message)
    if (frame) client.write(frame)
    client.position = message.position
  }
  return true
}

const positionOf = (lastEventId: string) => (/^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : Number.NaN)
