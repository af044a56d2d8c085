import type { Db } from '../platform/db/database.ts'
import { newId } from '../platform/db/id.ts'
import { formOf } from './server.ts'

export type TestCommunity = { id: string; groups: string[] }

export const addCommunity = async (
  db: Db,
  service: { id: string },
  { title = 'Sunset', groups = [] }: { title?: string; groups?: string[] } = {},
): Promise<TestCommunity> => {
  const id = newId()
  await db.insertInto('community').values({ id, serviceId: service.id, title }).execute()
  const ids: string[] = []
  for (const name of groups) {
    const groupId = newId()
    await db.insertInto('communityGroup').values({ id: groupId, communityId: id, name }).execute()
    ids.push(groupId)
  }
  return { id, groups: ids }
}

export const activityForm = (community: TestCommunity, more: Record<string, unknown> = {}) => {
  const parts: Record<string, unknown> = {
    name: 'Beach cleaning',
    startCoordinates: [-122.5, 37.76, 1],
    communityId: community.id,
    groups: community.groups,
    startTime: '1900000000000',
    ...more,
  }
  return formOf(
    Object.fromEntries(
      Object.entries(parts)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    ),
  )
}

export const addSubscriber = async (
  db: Db,
  aoiId: string,
  serviceId: string,
  firstName = 'Vera',
): Promise<{ id: string; visitorId: string }> => {
  const id = newId()
  const visitorId = newId()
  await db
    .insertInto('visitor')
    .values({ id: visitorId, serviceId, followTokenHash: Buffer.from(visitorId), firstName, phone: '+1 415 555 0101' })
    .execute()
  await db.insertInto('subscriber').values({ id, aoiId, visitorId }).execute()
  return { id, visitorId }
}

let lastNonce = 2_000_000

export type ActivityRow = {
  name?: string
  startAt?: Date | null
  endAt?: Date | null
  creatorId?: string | null
  createdAt?: Date
}

export const addActivity = async (
  db: Db,
  service: { id: string },
  community: { id: string },
  { name = 'Beach cleaning', startAt = null, endAt = null, ...more }: ActivityRow = {},
) => {
  lastNonce += 1
  return db
    .insertInto('aoi')
    .values({
      id: newId(),
      serviceId: service.id,
      kind: 'activity',
      communityId: community.id,
      nonce: lastNonce,
      name,
      searchText: name.toLowerCase(),
      place: '(-122.4,37.8)',
      startAt: startAt ?? (endAt ? null : new Date()),
      endAt,
      ...more,
    })
    .returning(['id', 'number', 'nonce'])
    .executeTakeFirstOrThrow()
}
