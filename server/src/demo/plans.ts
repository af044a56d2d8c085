import { sql } from 'kysely'
import { type LngLat, pointOnPlan } from '#contract'
import type { Db } from '../platform/db/database.ts'
import { pointText } from '../platform/db/point.ts'
import type { Random } from './random.ts'
import type { SeededService } from './service.ts'
import { inHebrew } from './texts/names.ts'

type Scene = { random: Random; now: number; service: SeededService }

const position = { originX: -122.4022, originY: 37.7851, width: 0.0019, height: 0.001, rotation: -45 }
const name = 'Shelter, main hall'
const address = 'Howard Street, San Francisco'
const places: [number, number][] = [
  [0.16, 0.26],
  [0.45, 0.62],
  [0.62, 0.24],
  [0.86, 0.7],
]

export async function makePlan(db: Db, { random, now, service }: Scene): Promise<void> {
  const region = await db
    .selectFrom('region')
    .select('id')
    .where('serviceId', '=', service.id)
    .where('name', '=', 'San Francisco')
    .executeTakeFirstOrThrow()
  const id = random.id(now)
  await db
    .insertInto('localMap')
    .values({
      ...position,
      id,
      serviceId: service.id,
      regionId: region.id,
      name,
      translations: inHebrew({ name }),
      opacity: 0.9,
    })
    .execute()
  const typeIds = service.eventTypes.filter(({ key }) => ['medical', 'missing', 'supplies'].includes(key))
  const inside = await db
    .selectFrom('aoi')
    .select('id')
    .where(
      'eventTypeId',
      'in',
      typeIds.map((type) => type.id),
    )
    .where('kind', '=', 'event')
    .orderBy(sql`archived_at is not null`)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(places.length)
    .execute()
  for (const [index, { id: aoiId }] of inside.entries()) {
    const part = places[index] ?? [0.5, 0.5]
    const place: LngLat = pointOnPlan(position, part)
    await db
      .insertInto('aoiLocalMap')
      .values({ aoiId, localMapId: id, position: pointText(part) })
      .execute()
    await db
      .updateTable('aoi')
      .set({ place: pointText(place), address, regionId: region.id, isRegionChosen: false })
      .where('id', '=', aoiId)
      .execute()
  }
}
