import type { LiveMessage } from '#contract'
import type { Db } from '../db/database.ts'

/** Recipients of a message: the union of the readers of the service, the members and the session. */
type To = { serviceId?: string; memberIds?: readonly string[]; sessionId?: string }
type Audience = To & { everyone?: true }

/**
 * Messages between servers, which clients do not receive. `sessionEnded`: close the streams of the session.
 * `audienceChanged`: the members see other services than before.
 */
export type Control = 'sessionEnded' | 'audienceChanged'

export type Publication =
  | ({ message: LiveMessage } & Audience)
  | { control: 'sessionEnded'; sessionId: string }
  | { control: 'audienceChanged'; memberIds: readonly string[] }

/**
 * Publishes messages in the caller's transaction and in this order; they are delivered after its commit. An empty
 * member list alone reaches nobody; `everyone` must be explicit.
 */
export async function publish(db: Db, publications: Publication | readonly Publication[]): Promise<void> {
  const rows = [publications].flat().filter(reachesSomeone).map(rowOf)
  if (rows.length > 0) await db.insertInto('outbox').values(rows).execute()
}

type Row = { serviceId: string | null; memberIds: string[]; sessionId: string | null; body: string }

function reachesSomeone(publication: Publication): boolean {
  const { serviceId, memberIds, sessionId, everyone }: Audience = publication
  if (everyone || serviceId || sessionId) return true
  if (memberIds) return memberIds.length > 0
  throw new Error(`a live message must name its recipients: ${JSON.stringify(publication)}`)
}

function rowOf(publication: Publication): Row {
  const { serviceId, memberIds, sessionId, everyone }: Audience = publication
  const body = JSON.stringify('message' in publication ? publication.message : { control: publication.control })
  if (everyone) return { serviceId: null, memberIds: [], sessionId: null, body }
  return { serviceId: serviceId ?? null, memberIds: [...new Set(memberIds)], sessionId: sessionId ?? null, body }
}
