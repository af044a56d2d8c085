import { displayName } from '#contract'
import type { Db } from '../platform/db/database.ts'
import { pointText } from '../platform/db/point.ts'
import type { Random } from './random.ts'
import type { DemoAction, DemoEventType, DemoRole, DemoQuestion as QuestionText } from './texts/configuration.ts'
import { inHebrew } from './texts/names.ts'
import type { DemoPerson } from './texts/people.ts'
import { placeOf } from './texts/places.ts'
import type { DemoRegion } from './texts/regions.ts'
import { termsOf } from './texts/terms.ts'

export type DemoService = {
  title: string
  hebrewTitle: string
  colour: string
  roles: DemoRole[]
  actions: DemoAction[]
  eventTypes: DemoEventType[]
  regions: DemoRegion[]
  people: DemoPerson[]
}

export type EventTypeWithQuestions = {
  id: string
  key: string
  /** The role that is responsible for reports of this type. */
  roleId: string | null
  questions: (QuestionText & { id: string })[]
}
export type Person = {
  id: string
  username: string
  /** As its entries are signed. */
  name: string
  roleId: string
  isViewer: boolean
  isHebrew: boolean
  /** An Admin or Technician. */
  isLeader: boolean
}

/** A stored service of the demo, with what later steps refer to. */
export type SeededService = {
  id: string
  people: Person[]
  eventTypes: EventTypeWithQuestions[]
  actions: (DemoAction & { id: string })[]
}

const dayInMs = 86_400_000

type FillContext = { db: Db; random: Random; now: Date; passwordHash: string }

export async function makeService(context: FillContext, service: DemoService): Promise<SeededService> {
  const { db, random, now } = context
  const foundedAt = new Date(now.getTime() - 420 * dayInMs)
  const id = random.id(foundedAt.getTime())
  await db
    .insertInto('service')
    .values({
      id,
      title: service.title,
      translations: JSON.stringify({ he: { title: service.hebrewTitle } }),
      colours: JSON.stringify({ primary: service.colour }),
      terms: JSON.stringify(termsOf(service.title, service.hebrewTitle)),
      termsUpdatedAt: new Date(now.getTime() - 30 * dayInMs),
      createdAt: foundedAt,
    })
    .execute()

  const newId = () => random.id(foundedAt.getTime())
  const roleIds = new Map(service.roles.map(({ name }) => [name, newId()]))
  const actionIds = new Map(service.actions.map(({ name }) => [name, newId()]))
  const typeIds = new Map(service.eventTypes.map(({ key }) => [key, newId()]))

  await db
    .insertInto('role')
    .values(
      service.roles.map(({ name, defaultView, isViewer }, sortOrder) => ({
        id: mustGet(roleIds, name),
        serviceId: id,
        name,
        translations: inHebrew({ name }),
        defaultView,
        isViewer: isViewer ?? false,
        sortOrder,
      })),
    )
    .execute()
  await db
    .insertInto('action')
    .values(
      service.actions.map(({ name, unit, value, isCustomValue, values, sharesWith }, sortOrder) => ({
        id: mustGet(actionIds, name),
        serviceId: id,
        name,
        translations: inHebrew({ name }),
        unit,
        value,
        isCustomValue: isCustomValue ?? false,
        setOfValuesEnabled: values !== undefined,
        values: values ?? [],
        isAutoSharing: sharesWith !== undefined,
        autoShareRoleId: sharesWith ? mustGet(roleIds, sharesWith) : null,
        sortOrder,
      })),
    )
    .execute()
  const eventTypes = await makeEventTypes(context, id, service, typeIds, roleIds)
  await offer(db, service.roles, roleIds, actionIds, typeIds)
  await makeRegions(context, id, service.regions)
  const people = await makePeople(context, id, service, roleIds)
  return {
    id,
    people,
    eventTypes,
    actions: service.actions.map((action) => ({ ...action, id: mustGet(actionIds, action.name) })),
  }
}

async function makeEventTypes(
  { db, random, now }: FillContext,
  serviceId: string,
  { eventTypes }: DemoService,
  typeIds: Map<string, string>,
  roleIds: Map<string, string>,
): Promise<EventTypeWithQuestions[]> {
  const stored = eventTypes.map((type) => ({
    id: mustGet(typeIds, type.key),
    key: type.key,
    roleId: type.responsible ? mustGet(roleIds, type.responsible) : null,
    questions: type.questions.map((question) => ({ ...question, id: random.id(now.getTime()) })),
  }))
  await db
    .insertInto('eventType')
    .values(
      eventTypes.map((type, sortOrder) => ({
        id: mustGet(typeIds, type.key),
        serviceId,
        name: type.name,
        translations: JSON.stringify({ he: { name: type.he, guide: type.guideHe } }),
        guide: type.guide,
        url: type.url ?? null,
        responsibleRoleId: type.responsible ? mustGet(roleIds, type.responsible) : null,
        anonymous: type.anonymous ?? false,
        isPhotoRequired: type.isPhotoRequired ?? false,
        unit: type.unit ?? ('Number' as const),
        value: type.value ?? '1',
        icon: type.icon,
        colour: type.colour,
        sortOrder,
      })),
    )
    .execute()
  await db
    .insertInto('question')
    .values(
      stored.flatMap(({ id, questions }) =>
        questions.map(({ id: questionId, name, he, kind, choices = [] }, sortOrder) => ({
          id: questionId,
          eventTypeId: id,
          name,
          kind,
          choices: choices.map(([english]) => english),
          translations: JSON.stringify({
            he: { name: he, ...Object.fromEntries(choices.map(([english, hebrew]) => [`choices.${english}`, hebrew])) },
          }),
          sortOrder,
        })),
      ),
    )
    .execute()
  return stored
}

/** Assigns actions and event types to roles; a role without any offers all. */
async function offer(
  db: Db,
  roles: DemoRole[],
  roleIds: Map<string, string>,
  actionIds: Map<string, string>,
  typeIds: Map<string, string>,
): Promise<void> {
  const actions = roles.flatMap(({ name, actions = [], called = {} }) =>
    actions.map((action, sortOrder) => ({
      label: called[action]?.label ?? null,
      translations: inHebrew({ label: called[action]?.label }),
      customValue: called[action]?.customValue ?? null,
      roleId: mustGet(roleIds, name),
      actionId: mustGet(actionIds, action),
      sortOrder,
    })),
  )
  const types = roles.flatMap(({ name, eventTypes = [] }) =>
    eventTypes.map((key, sortOrder) => ({
      roleId: mustGet(roleIds, name),
      eventTypeId: mustGet(typeIds, key),
      sortOrder,
    })),
  )
  if (actions.length > 0) await db.insertInto('roleAction').values(actions).execute()
  if (types.length > 0) await db.insertInto('roleEventType').values(types).execute()
}

async function makeRegions({ db, random, now }: FillContext, serviceId: string, regions: DemoRegion[]): Promise<void> {
  await db
    .insertInto('region')
    .values(
      regions.map(({ name, he, ring }, sortOrder) => ({
        id: random.id(now.getTime()),
        serviceId,
        name,
        translations: JSON.stringify({ he: { name: he } }),
        coordinates: JSON.stringify([[...ring, ring[0]]]),
        sortOrder,
      })),
    )
    .execute()
}

async function makePeople(
  { db, random, now, passwordHash }: FillContext,
  serviceId: string,
  { people, roles }: DemoService,
  roleIds: Map<string, string>,
): Promise<Person[]> {
  const rows = people.map((person, index) => {
    const joinedAt = new Date(now.getTime() - (200 + random.below(200)) * dayInMs)
    const { address, position } = placeOf(person.home)
    const type = person.type ?? 'Operator'
    return {
      id: random.id(joinedAt.getTime()),
      serviceId,
      roleId: mustGet(roleIds, person.role),
      type,
      isServerOwner: person.isServerOwner ?? false,
      username: person.username,
      passwordHash,
      firstName: person.firstName,
      lastName: person.lastName,
      descriptionHtml: person.description ?? '',
      // Numbers that are kept for fiction.
      phone: `+1 ${random.pick(['415', '510', '650', '408'])} 555 01${String(index + 10).padStart(2, '0')}`,
      language: person.language ?? null,
      allowCsvDownload: type !== 'Operator',
      homeLocation: pointText(position),
      homeAddress: address,
      termsAgreedAt: now,
      hidesGettingStarted: true,
      createdAt: joinedAt,
    }
  })
  await db.insertInto('member').values(rows).execute()
  const viewers = new Set(roles.filter((role) => role.isViewer).map((role) => roleIds.get(role.name)))
  return rows.map(({ id, username, firstName, lastName, roleId, language, type }) => ({
    id,
    username,
    name: displayName({ firstName, lastName, username }),
    roleId,
    isViewer: viewers.has(roleId),
    isHebrew: language === 'he',
    isLeader: type !== 'Operator',
  }))
}

function mustGet<Key, Value>(map: Map<Key, Value>, key: Key): Value {
  const value = map.get(key)
  if (value === undefined) throw new Error(`the demo names ${String(key)}, which it has not got`)
  return value
}
