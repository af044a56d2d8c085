import type { Db } from '../db/database.ts'
import type { Scene } from './report.ts'

/** What reviewers wrote for the public, in both languages of the demo. */
const publicTexts = ['A crew is on the way. Please keep the road clear.', 'הצוות בדרך למקום. נא לא להתקרב.']

/** A public board that shows all event types of the service, with a text on its newest events. */
export async function makeBoard(db: Db, { random, now, service }: Scene): Promise<void> {
  const types = await db
    .selectFrom('eventType')
    .select('id')
    .where('serviceId', '=', service.id)
    .where('archivedAt', 'is', null)
    .orderBy('id')
    .execute()
  await db
    .insertInto('board')
    .values({
      serviceId: service.id,
      token: `b.${random.bytes(24).toString('base64url')}`,
      isOn: true,
      typeIds: types.map(({ id }) => id),
      states: ['new', 'inProgress', 'done'],
      cellMetres: 500,
      days: 30,
      timeZone: 'America/Los_Angeles',
    })
    .execute()
  const events = await db
    .selectFrom('aoi')
    .select('id')
    .where('serviceId', '=', service.id)
    .where('kind', '=', 'event')
    .where('state', '=', 'inProgress')
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(publicTexts.length)
    .execute()
  await db
    .insertInto('publicText')
    .values(events.map(({ id }, index) => ({ aoiId: id, text: publicTexts[index] ?? '', changedAt: new Date(now) })))
    .execute()
}
