import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { partReader } from '../live-view/aoi-part.ts'
import { type Classes, TRAIT_COLUMNS } from './classes.ts'
import type { TimedRow } from './timed-rows.ts'

/** What counts need to know of an AOI. */
export const FACT_COLUMNS = [...TRAIT_COLUMNS, 'number', 'createdAt', 'receivedAt'] as const

/** These AOIs of a service as they are now, deleted and merged ones without a class. */
export const readSome = async (db: Db, serviceId: string, ids: string[], classes: Classes): Promise<TimedRow[]> => {
  const from = sql`aoi a where a.id = any(${ids}::uuid[]) and a.service_id = ${serviceId}`
  const [part] = await partReader(FACT_COLUMNS)(db, from)
  if (!part) return []
  const { createdAt, receivedAt } = part
  const codes = classes.encodeAll(part)
  return Array.from(part.number, (number, index) => ({
    number,
    createdAt: createdAt[index] as number,
    code: codes[index] as number,
    values: [receivedAt[index] as number],
  }))
}
