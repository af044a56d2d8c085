import { searchTextOf } from '../core/aoi/search.ts'
import type { Db } from '../platform/db/database.ts'
import { pointText } from '../platform/db/point.ts'
import { makeVisitor, minuteInMs, type Scene, writers } from './report.ts'

const METRES_PER_DEGREE = 111_320

const repetitions = [
  { name: 'I can see it from my window', text: 'Two cars have stopped already.' },
  { name: 'Seen here too', text: 'I just walked past.' },
]

export async function makeMergedReports(db: Db, { random, now, service }: Scene): Promise<void> {
  const main = await db
    .selectFrom('aoi')
    .select(['id', 'place', 'eventTypeId', 'address', 'regionId', 'createdAt'])
    .where('serviceId', '=', service.id)
    .where('kind', '=', 'event')
    .where('state', '=', 'inProgress')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const mergedBy = random.pick(writers(service, false)).id
  for (const [index, { name, text }] of repetitions.entries()) {
    const at = Math.min(main.createdAt.getTime() + (index + 1) * 4 * minuteInMs, now)
    const visitor = makeVisitor(random, service, false, at)
    await db.insertInto('visitor').values(visitor).execute()
    await db
      .insertInto('aoi')
      .values({
        id: random.id(at),
        serviceId: service.id,
        kind: 'event',
        nonce: at,
        name,
        descriptionHtml: `<p>${text}</p>`,
        descriptionText: text,
        searchText: searchTextOf({
          name,
          descriptionText: text,
          answers: [],
          visitorName: `${visitor.firstName} ${visitor.lastName}`,
        }),
        eventTypeId: main.eventTypeId,
        visitorId: visitor.id,
        place: pointText([main.place.x, main.place.y + (15 * (index + 1)) / METRES_PER_DEGREE]),
        address: main.address,
        regionId: main.regionId,
        createdAt: new Date(at),
        receivedAt: new Date(at),
        updatedAt: new Date(at),
        changedAt: new Date(at),
        mainId: main.id,
        mergedIntoId: main.id,
        mergedAt: new Date(Math.min(at + 6 * minuteInMs, now)),
        mergedBy,
      })
      .execute()
  }
}
