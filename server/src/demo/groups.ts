import type { Db } from '../platform/db/database.ts'
import { pointText } from '../platform/db/point.ts'
import { dayInMs, makeVisitor, type Scene } from './report.ts'
import { inBoth } from './service.ts'
import type { DemoCommunity, DemoGroup } from './texts/activities.ts'
import { inHebrew } from './texts/names.ts'
import { placeOf } from './texts/places.ts'

export type SeededGroup = DemoGroup & { id: string; actions: string[] }

export async function makeGroups(
  db: Db,
  scene: Scene,
  { title, he, groups }: DemoCommunity,
): Promise<{ communityId: string; groups: SeededGroup[] }> {
  const { random, now, service } = scene
  const foundedAt = now - 400 * dayInMs
  const communityId = random.id(foundedAt)
  await db
    .insertInto('community')
    .values({
      id: communityId,
      serviceId: service.id,
      ...inBoth(service.mainLanguage, { title }, { title: he }),
      createdAt: new Date(foundedAt),
    })
    .execute()
  const stored: SeededGroup[] = []
  for (const group of groups) stored.push(await makeGroup(db, scene, communityId, group))
  return { communityId, groups: stored }
}

async function makeGroup(db: Db, scene: Scene, communityId: string, group: DemoGroup): Promise<SeededGroup> {
  const { random, now, service } = scene
  const createdAt = now - (350 + random.below(40)) * dayInMs
  const id = random.id(createdAt)
  const { address, position } = placeOf(group.place)
  const personId = (username: string) => service.people.find((person) => person.username === username)?.id
  await db
    .insertInto('communityGroup')
    .values({
      id,
      communityId,
      name: group.name,
      translations: inHebrew({ name: group.name, description: group.description }),
      descriptionHtml: group.description,
      adminId: personId(group.admin) ?? null,
      address,
      position: pointText(position),
      createdAt: new Date(createdAt),
    })
    .execute()
  const isHebrew = /[א-ת]/.test(group.name)
  const visitors: ReturnType<typeof makeVisitor>[] = []
  for (let count = 0; count < group.visitors; count++)
    visitors.push(makeVisitor(random, service, isHebrew, createdAt, visitors))
  await db.insertInto('visitor').values(visitors).execute()
  const joinedAt = () => new Date(createdAt + random.below(300) * dayInMs)
  await db
    .insertInto('groupMember')
    .values(
      [
        ...group.members
          .flatMap((username) => personId(username) ?? [])
          .map((memberId) => ({ memberId, visitorId: null })),
        ...visitors.map((visitor) => ({ memberId: null, visitorId: visitor.id })),
      ].map((one) => ({ id: random.id(createdAt), groupId: id, joinedAt: joinedAt(), ...one })),
    )
    .execute()
  const actions = group.criteria.flatMap((criterion) => ('action' in criterion ? criterion.action : []))
  await db
    .insertInto('criterion')
    .values(
      group.criteria.map((criterion, sortOrder) => ({
        id: random.id(createdAt),
        groupId: id,
        name: criterion.name,
        translations: inHebrew({ name: criterion.name }),
        actionId:
          'action' in criterion ? (service.actions.find(({ name }) => name === criterion.action)?.id ?? null) : null,
        eventTypeId:
          'eventType' in criterion
            ? (service.eventTypes.find(({ key }) => key === criterion.eventType)?.id ?? null)
            : null,
        targetPerMonth: criterion.target,
        sortOrder,
      })),
    )
    .execute()
  return { ...group, id, actions }
}
