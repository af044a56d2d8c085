import { type Insertable, sql } from 'kysely'
import { searchTextOf } from '../core/aoi/search.ts'
import type { Db } from '../platform/db/database.ts'
import { pointText } from '../platform/db/point.ts'
import type { AoiTable, LogEntryTable } from '../platform/db/schema/aoi.ts'
import { makeGroups, type SeededGroup } from './groups.ts'
import { dayInMs, makeVisitor, type Scene, writers } from './report.ts'
import type { Person } from './service.ts'
import { type DemoActivity, type DemoCommunity, privateTalk, updatesForAll } from './texts/activities.ts'
import { placeOf } from './texts/places.ts'

const hourInMs = 3_600_000

type PlannedActivity = Omit<DemoActivity, 'day' | 'hour' | 'hours' | 'groups'> & {
  groups: SeededGroup[]
  communityId: string
  startAt: number
  endAt: number | null
  createdAt: number
}

export async function makeCommunities(db: Db, scene: Scene, communities: DemoCommunity[]): Promise<void> {
  for (const community of communities) {
    const { communityId, groups } = await makeGroups(db, scene, community)
    const planned = [
      ...community.activities.map((activity) => plan(scene, communityId, activity, groups)),
      ...groups.flatMap((group) => monthly(scene, communityId, group)),
    ]
    for (const activity of planned) await makeActivity(db, scene, activity)
  }
  await sql`
    update aoi set region_id = region.id from region
    where aoi.service_id = ${scene.service.id} and aoi.kind = 'activity' and region.service_id = aoi.service_id
      and region.outline @> aoi.place`.execute(db)
}

const dayFrom = (now: number, days: number) => Math.floor(now / dayInMs) * dayInMs + days * dayInMs

function plan(
  { random, now }: Scene,
  communityId: string,
  activity: DemoActivity,
  groups: SeededGroup[],
): PlannedActivity {
  const startAt = dayFrom(now, activity.day) + activity.hour * hourInMs
  return {
    ...activity,
    communityId,
    groups: activity.groups.flatMap((index) => groups[index] ?? []),
    startAt,
    endAt: activity.hours ? startAt + activity.hours * hourInMs : null,
    createdAt: Math.floor(Math.min(now, startAt) - (1 + random.next() * 12) * dayInMs),
  }
}

function monthly({ random, now }: Scene, communityId: string, group: SeededGroup): PlannedActivity[] {
  if (!group.monthly) return []
  const { name, description } = group.monthly
  return Array.from({ length: 11 }, (_, index) => {
    const startAt = dayFrom(now, -30 * (index + 1) - random.below(6)) + 16 * hourInMs
    return {
      name,
      description,
      place: group.place,
      communityId,
      groups: [group],
      startAt,
      endAt: startAt + 3 * hourInMs,
      createdAt: startAt - Math.floor((9 + random.next()) * dayInMs),
    }
  })
}

async function makeActivity(db: Db, scene: Scene, activity: PlannedActivity): Promise<void> {
  const { random, now, service } = scene
  const isHebrew = /[א-ת]/.test(activity.name)
  const able = writers(service, isHebrew)
  const creator = random.pick(able)
  const helper = random.pick(able.filter((person) => person !== creator))
  const isPast = (activity.endAt ?? activity.startAt) < now
  const id = random.id(activity.createdAt)
  const subscribers = makeSubscribers(scene, activity, isHebrew, id)
  const entries = makeEntries(scene, { id, activity, isHebrew, creator, helper, subscribers })
  const { address, position } = placeOf(activity.place)
  const archivedAt = isPast && activity.startAt < now - 20 * dayInMs ? activity.startAt + dayInMs : null
  const last = entries.at(-1)
  const row: Insertable<AoiTable> = {
    id,
    serviceId: service.id,
    kind: 'activity',
    nonce: activity.createdAt,
    name: activity.name,
    descriptionHtml: `<p>${activity.description}</p>`,
    descriptionText: activity.description,
    searchText: searchTextOf({ name: activity.name, descriptionText: activity.description, answers: [] }),
    creatorId: creator.id,
    place: pointText(position),
    address,
    communityId: activity.communityId,
    startAt: new Date(activity.startAt),
    endAt: activity.endAt === null ? null : new Date(activity.endAt),
    isPublic: activity.isPublic ?? false,
    isWorkedOn: entries.some(({ authorId }) => authorId !== creator.id),
    archivedAt: archivedAt === null ? null : new Date(archivedAt),
    archivedBy: archivedAt === null ? null : creator.id,
    createdAt: new Date(activity.createdAt),
    receivedAt: new Date(activity.createdAt + 1500),
    updatedAt: last?.happenedAt ?? new Date(activity.createdAt),
    changedAt: last?.happenedAt ?? new Date(activity.createdAt),
    changedBy: last?.authorId ?? creator.id,
    changedByOthersAt: last ? new Date(activity.createdAt) : null,
  }
  if (subscribers.length > 0)
    await db
      .insertInto('visitor')
      .values(subscribers.map(({ visitor }) => visitor))
      .execute()
  await db.insertInto('aoi').values(row).execute()
  if (activity.groups.length > 0)
    await db
      .insertInto('aoiGroup')
      .values(activity.groups.map((group) => ({ aoiId: id, groupId: group.id })))
      .execute()
  if (subscribers.length > 0)
    await db
      .insertInto('subscriber')
      .values(subscribers.map(({ visitor, ...row }) => row))
      .execute()
  if (entries.length > 0) await db.insertInto('logEntry').values(entries).execute()
  await markRead(db, scene, id, activity.createdAt)
}

async function markRead(db: Db, { now, readers }: Scene, aoiId: string, createdAt: number): Promise<void> {
  if (now - createdAt < 20 * dayInMs || readers.length === 0) return
  const seen = new Date(now - dayInMs)
  await db
    .insertInto('aoiRead')
    .values(
      readers.map(({ id }) => ({ memberId: id, aoiId, readAt: seen, updatesSeenAt: seen, subscriptionsSeenAt: seen })),
    )
    .execute()
}

type Subscriber = {
  id: string
  aoiId: string
  visitorId: string
  createdAt: Date
  visitor: ReturnType<typeof makeVisitor>
}

function makeSubscribers(
  { random, now, service }: Scene,
  activity: PlannedActivity,
  isHebrew: boolean,
  aoiId: string,
): Subscriber[] {
  const until = Math.min(now, activity.startAt)
  const visitors: Subscriber['visitor'][] = []
  return Array.from({ length: activity.subscribers ?? 0 }, () => {
    const at = Math.floor(activity.createdAt + (until - activity.createdAt) * random.next())
    const visitor = makeVisitor(random, service, isHebrew, at, visitors)
    visitors.push(visitor)
    return { id: random.id(at), aoiId, visitorId: visitor.id, createdAt: new Date(at), visitor }
  })
}

type Entry = Insertable<LogEntryTable> & { happenedAt: Date; authorId: string | null }
type EntryContext = {
  id: string
  activity: PlannedActivity
  isHebrew: boolean
  creator: Person
  helper: Person
  subscribers: Subscriber[]
}

function makeEntries(scene: Scene, { id, activity, isHebrew, creator, helper, subscribers }: EntryContext): Entry[] {
  const { random, now, service } = scene
  const language = isHebrew ? 'he' : 'en'
  const until = Math.min(now, activity.startAt)
  const entry = (at: number, more: Partial<Entry>): Entry => ({
    id: random.id(at),
    aoiId: id,
    type: 'text',
    authorId: creator.id,
    authorName: creator.name,
    restricted: false,
    happenedAt: new Date(at),
    receivedAt: new Date(at + 900),
    ...more,
  })
  const during = (from: number) => Math.floor(from + (until - from) * random.next())
  const entries: Entry[] = []
  if (activity.isPublic) entries.push(entry(during(activity.createdAt), { text: random.pick(updatesForAll[language]) }))
  for (const { id: recipientId, visitorId, visitor, createdAt } of subscribers.slice(0, 2)) {
    const [question, answer] = random.pick(privateTalk[language])
    const asked = during(createdAt.getTime())
    entries.push(entry(asked, { text: question, recipientId, authorId: helper.id, authorName: helper.name }))
    const visitorName = `${visitor.firstName} ${visitor.lastName}`
    entries.push(
      entry(during(asked), { text: answer, recipientId, authorId: null, visitorId, authorName: visitorName }),
    )
  }
  const actions = activity.groups.flatMap(({ actions }) => actions)
  for (const name of activity.startAt < now ? actions : []) {
    const action = service.actions.find((one) => one.name === name)
    const times = 1 + random.below(5)
    for (let time = 0; action && time < times; time++) {
      const value = action.unit === 'Text' ? action.value : String(Number(action.value) * (1 + random.below(3)))
      entries.push(
        entry(activity.startAt + Math.floor(random.next() * Math.min(3 * hourInMs, now - activity.startAt)), {
          type: 'action',
          restricted: true,
          authorId: helper.id,
          authorName: helper.name,
          text: '',
          actionId: action.id,
          actionName: action.name,
          actionTranslations: action.translations,
          unit: action.unit,
          value,
          valueNumber: action.unit === 'Text' ? null : Number(value),
          params: JSON.stringify([action.id, value]),
        }),
      )
    }
  }
  return entries.sort((one, other) => one.happenedAt.getTime() - other.happenedAt.getTime())
}
