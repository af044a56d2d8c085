import { sql } from 'kysely'
import { type Actor, type AoiSummary, readsContacts } from '#contract'
import { isNamedByVisitor } from '../../messaging/webhook/contents.ts'
import type { Db } from '../../platform/db/database.ts'

/** Replaces names that visitors gave to events by the name of the event type, unless the reader may see contacts. */
export const withoutVisitorsWords = async (
  db: Db,
  actor: Actor,
  aois: readonly AoiSummary[],
): Promise<readonly AoiSummary[]> => {
  if (readsContacts(actor) || aois.length === 0) return aois
  const ids = aois.map(({ _id }) => _id)
  const { rows } = await sql<{ id: string }>`
    select a.id from aoi a where a.id = any(${ids}::uuid[]) and ${isNamedByVisitor(sql`a`)}`.execute(db)
  const named = new Set(rows.map(({ id }) => id))
  return aois.map((aoi) =>
    named.has(aoi._id)
      ? { ...aoi, properties: { ...aoi.properties, name: aoi.properties.publicAction?.name ?? '' } }
      : aoi,
  )
}
