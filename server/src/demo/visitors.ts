import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { hashToken } from '../platform/secret/tokens.ts'
import { minuteInMs, type Scene, writers } from './report.ts'
import { talkWithVisitor } from './texts/events.ts'

/** Follow token of a demo visitor, for trying `/invite?follow=…`. */
export const demoFollow = 'demo-visitor'.padEnd(43, '-')

export async function makePublicLink(db: Db, { random, now, service }: Scene): Promise<void> {
  const id = random.id(now)
  await db
    .insertInto('publicLink')
    .values({ id, serviceId: service.id, token: `p.${random.bytes(24).toString('base64url')}` })
    .execute()
  await db.updateTable('visitor').set({ publicLinkId: id }).where('serviceId', '=', service.id).execute()
}

export async function makeFollowed(db: Db, { random, now, service }: Scene): Promise<void> {
  const report = await db
    .selectFrom('aoi')
    .innerJoin('visitor', 'visitor.id', 'aoi.visitorId')
    .select(['aoi.id', 'aoi.visitorId', 'visitor.firstName', 'visitor.lastName', 'aoi.createdAt'])
    .where('aoi.serviceId', '=', service.id)
    .where('aoi.state', '=', 'inProgress')
    .where('aoi.isAnonymous', '=', false)
    .where('visitor.language', '=', 'en')
    .orderBy('aoi.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!report?.visitorId) throw new Error('the demo has no report of a visitor that is worked on')
  const { visitorId } = report
  await db
    .updateTable('visitor')
    .set({ followTokenHash: hashToken(demoFollow) })
    .where('id', '=', visitorId)
    .execute()

  const author = random.pick(writers(service, false))
  const [question, answer] = talkWithVisitor
  const asked = Math.floor((report.createdAt.getTime() + now) / 2)
  const entry = (at: number, text: string) => ({
    id: random.id(at),
    aoiId: report.id,
    type: 'text' as const,
    text,
    restricted: false,
    happenedAt: new Date(at),
    receivedAt: new Date(at + 900),
  })
  await db
    .insertInto('logEntry')
    .values([
      { ...entry(asked, question), authorId: author.id, authorName: author.name },
      {
        ...entry(Math.min(asked + 7 * minuteInMs, now), answer),
        visitorId,
        authorName: `${report.firstName} ${report.lastName}`,
      },
    ])
    .execute()
  await sql`
    insert into subscriber (id, aoi_id, visitor_id, created_at)
    select ${random.id(asked)}, a.id, ${visitorId}, ${new Date(asked)} from aoi a
    where a.service_id = ${service.id} and a.kind = 'activity' and a.is_public and a.start_at > ${new Date(now)}
    order by a.start_at limit 1`.execute(db)
}
