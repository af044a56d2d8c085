import type { Db } from '../platform/db/database.ts'
import type { Scene } from './report.ts'

const publicTexts = ['A crew is on the way. Please keep the road clear.', 'Our team is on site. Please stay away.']

export const publicTypes = ['Road hazard', 'Flooding', 'Power outage', 'Fire or smoke']

export async function makeBoard(db: Db, { random, now, service }: Scene): Promise<void> {
  const types = await db
    .selectFrom('eventType')
    .select('id')
    .where('serviceId', '=', service.id)
    .where('name', 'in', publicTypes)
    .orderBy('id')
    .execute()
  const typeIds = types.map(({ id }) => id)
  await db
    .insertInto('board')
    .values({
      serviceId: service.id,
      token: `b.${random.bytes(24).toString('base64url')}`,
      isOn: true,
      typeIds,
      states: ['new', 'inProgress', 'done'],
      cellMetres: 500,
      days: 30,
      timeZone: 'America/Los_Angeles',
    })
    .execute()
  const events = await db
    .selectFrom('aoi')
    .select(['id', 'imageFileId'])
    .where('serviceId', '=', service.id)
    .where('kind', '=', 'event')
    .where('state', '=', 'inProgress')
    .where('eventTypeId', 'in', typeIds)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(publicTexts.length)
    .execute()
  await db
    .insertInto('publicText')
    .values(
      events.map(({ id, imageFileId }, index) => ({
        aoiId: id,
        text: publicTexts[index] ?? '',
        photoId: imageFileId,
        changedAt: new Date(now),
      })),
    )
    .execute()
}
