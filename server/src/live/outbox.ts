import { sql } from 'kysely'
import type { LiveMessage } from '#contract'
import type { Db } from '../db/database.ts'
import { held } from '../db/held.ts'
import { kept } from '../db/kept.ts'

/** Whom a message is for: the readers of a service, these members and this session, all together. */
type To = { serviceId?: string; memberIds?: readonly string[]; sessionId?: string }
type Addressed = To & { everyone?: true }

/**
 * What servers tell each other and no client hears. `sessionEnded`: close its streams. `audienceChanged`: these members
 * see other services than before.
 */
export type Control = 'sessionEnded' | 'audienceChanged'

export type Publication =
  | ({ message: LiveMessage } & Addressed)
  | { control: 'sessionEnded'; sessionId: string }
  | { control: 'audienceChanged'; memberIds: readonly string[] }

/**
 * Puts messages into the caller's transaction, in this order; they are delivered once it has been committed and never
 * otherwise. A list of members that is empty and stands alone reaches nobody: only `everyone` reaches everyone.
 */
export async function publish(db: Db, publications: Publication | readonly Publication[]): Promise<void> {
  const rows = [publications].flat().filter(reachesSomeone).map(rowOf)
  if (rows.length > 0) await db.insertInto('outbox').values(rows).modifyEnd(sql`${kept} ${held}`).execute()
}

function reachesSomeone(publication: Publication): boolean {
  const { serviceId, memberIds, sessionId, everyone }: Addressed = publication
  if (everyone || serviceId || sessionId) return true
  if (memberIds) return memberIds.length > 0
  throw new Error(`a live message must say whom it is for: ${JSON.stringify(publication)}`)
}

function rowOf(publication: Publication) {
  const { serviceId, memberIds, sessionId, everyone }: Addressed = publication
  const body = JSON.stringify('message' in publication ? publication.message : { control: publication.control })
  if (everyone) return { body }
  return { serviceId: serviceId ?? null, memberIds: [...new Set(memberIds)], sessionId: sessionId ?? null, body }
}
