import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { LngLat, TypeSuggestion } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { Turns } from '../../platform/kit/slices.ts'
import { type Example, TypeModel } from './type-model.ts'

const EXAMPLES = 2_000
const SERVICES = 100
const RELEARN_MS = 5 * 60_000

const readExamples = async (db: Db, serviceId: string): Promise<Example[]> => {
  const { rows } = await sql<{ typeId: string; text: string; lng: number | null; lat: number | null }>`
    select a.event_type_id as type_id, a.name || ' ' || left(a.description_text, 2000) as text,
      a.place[0] as lng, a.place[1] as lat
    from aoi a join event_type t on t.id = a.event_type_id and t.archived_at is null
    where a.service_id = ${serviceId} and a.kind = 'event' and a.deleted_at is null
    order by a.created_at desc limit ${EXAMPLES}`.execute(db)
  return rows.map(({ typeId, text, lng, lat }) => ({
    typeId,
    text,
    place: lng === null || lat === null ? null : [lng, lat],
  }))
}

const learn = async (db: Db, serviceId: string): Promise<TypeModel> => {
  const model = new TypeModel()
  const examples = await readExamples(db, serviceId)
  const turns = new Turns()
  for (const example of examples) {
    await turns.next()
    model.learn(example)
  }
  return model
}

/**
 * Suggests event types from a service's newest events, learned in memory. `db` must outlive a request, because an old
 * model is used while a new one is trained.
 */
export const openTypeSuggestions = (db: Db) => {
  const models = new LRUCache<string, TypeModel>({
    max: SERVICES,
    ttl: RELEARN_MS,
    allowStale: true,
    fetchMethod: (serviceId) => learn(db, serviceId),
  })
  return async (serviceId: string, text: string, place: LngLat | null): Promise<TypeSuggestion[]> => {
    const model = await models.fetch(serviceId)
    return model?.guess(text, place) ?? []
  }
}
