import { displayName, type HomeArea, type Language } from '#contract'
import type { Db } from '../platform/db/database.ts'
import { pointText } from '../platform/db/point.ts'
import type { Random } from './random.ts'
import type { DemoAction, DemoEventType, DemoRole, DemoQuestion as QuestionText } from './texts/configuration.ts'
import { hebrewOf, inHebrew } from './texts/names.ts'
import type { DemoPerson } from './texts/people.ts'
import { type DemoRegion, placeOf } from './texts/places.ts'
import { termsOf } from './texts/terms.ts'

/** Texts are English with a Hebrew counterpart; `mainLanguage` decides which of them is the translation. */
export type DemoService = {
  title: string
  hebrewTitle: string
  mainLanguage: Language
  homeArea?: HomeArea
  emergencyNumber: string
  age: number
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
  roleId: string | null
  questions: (QuestionText & { id: string })[]
}
export type Person = {
  id: string
  username: string
  name: string
  roleId: string
  isViewer: boolean
  isHebrew: boolean
  isLeader: boolean
}

export type SeededService = {
  id: string
  mainLanguage: Language
  people: Person[]
  eventTypes: EventTypeWithQuestions[]
  actions: (DemoAction & { id: string; translations: string })[]
}

const dayInMs = 86_400_000

export function inBoth<Texts extends Record<string, string>>(
  main: Language,
  english: Texts,
  hebrew: Texts,
): Texts & { translations: string } {
  return main === 'he'
    ? { ...hebrew, translations: JSON.stringify({ en: english }) }
    : { ...english, translations: JSON.stringify({ he: hebrew }) }
}

const nameInBoth = (main: Language, name: string) => inBoth(main, { name }, { name: hebrewOf(name) })

type FillContext = { db: Db; random: Random; now: Date; passwordHash: string }
/** Ids by the names that the demo's texts use. */
type Ids = Record<'roles' | 'actions' | 'types', Map<string, string>>

export async function makeService(context: FillContext, service: DemoService): Promise<SeededService> {
  const { db, random, now } = context
  const main = service.mainLanguage
  const foundedAt = new Date(now.getTime() - service.age * dayInMs)
  const id = random.id(foundedAt.getTime())
  await db
    .insertInto('service')
    .values({
      id,
      ...inBoth(main, { title: service.title }, { title: service.hebrewTitle }),
      mainLanguage: main,
      homeArea: service.homeArea ? JSON.stringify(service.homeArea) : null,
      colours: JSON.stringify({ primary: service.colour }),
      terms: JSON.stringify(termsOf(service.title, service.hebrewTitle, service.emergencyNumber)),
      termsUpdatedAt: new Date(now.getTime() - 30 * dayInMs),
      createdAt: foundedAt,
    })
    .execute()

  const newId = () => random.id(foundedAt.getTime())
  const ids: Ids = {
    roles: new Map(service.roles.map(({ name }) => [name, newId()])),
    actions: new Map(service.actions.map(({ name }) => [name, newId()])),
    types: new Map(service.eventTypes.map(({ key }) => [key, newId()])),
  }

  await db
    .insertInto('role')
    .values(
      service.roles.map(({ name, defaultView, isViewer }, sortOrder) => ({
        id: mustGet(ids.roles, name),
        serviceId: id,
        ...nameInBoth(main, name),
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
        id: mustGet(ids.actions, name),
        serviceId: id,
        ...nameInBoth(main, name),
        unit,
        value,
        isCustomValue: isCustomValue ?? false,
        setOfValuesEnabled: values !== undefined,
        values: values ?? [],
        isAutoSharing: sharesWith !== undefined,
        autoShareRoleId: sharesWith ? mustGet(ids.roles, sharesWith) : null,
        sortOrder,
      })),
    )
    .execute()
  const eventTypes = await makeEventTypes(context, id, service, ids)
  await offer(db, service.roles, ids)
  await makeRegions(context, id, service)
  const people = await makePeople(context, id, service, ids)
  return {
    id,
    mainLanguage: main,
    people,
    eventTypes,
    actions: service.actions.map((action) => ({
      ...action,
      ...nameInBoth(main, action.name),
      id: mustGet(ids.actions, action.name),
    })),
  }
}

async function makeEventTypes(
  { db, random, now }: FillContext,
  serviceId: string,
  { eventTypes, mainLanguage }: DemoService,
  ids: Ids,
): Promise<EventTypeWithQuestions[]> {
  const stored = eventTypes.map((type) => ({
    id: mustGet(ids.types, type.key),
    key: type.key,
    roleId: type.responsible ? mustGet(ids.roles, type.responsible) : null,
    questions: type.questions.map((question) => ({ ...question, id: random.id(now.getTime()) })),
  }))
  await db
    .insertInto('eventType')
    .values(
      eventTypes.map((type, sortOrder) => ({
        id: mustGet(ids.types, type.key),
        serviceId,
        ...inBoth(mainLanguage, { name: type.name, guide: type.guide }, { name: type.he, guide: type.guideHe }),
        url: type.url ?? null,
        responsibleRoleId: type.responsible ? mustGet(ids.roles, type.responsible) : null,
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
          kind,
          ...questionTexts(mainLanguage, { name, he, choices }),
          sortOrder,
        })),
      ),
    )
    .execute()
  return stored
}

/** Texts of a question. Its choices, which are also the keys of their translations, are in the main language. */
function questionTexts(main: Language, { name, he, choices = [] }: Pick<QuestionText, 'name' | 'he' | 'choices'>) {
  const keyed = (index: 0 | 1) =>
    Object.fromEntries(choices.map((choice) => [`choices.${main === 'he' ? choice[1] : choice[0]}`, choice[index]]))
  const { translations } = inBoth<Record<string, string>>(main, { name, ...keyed(0) }, { name: he, ...keyed(1) })
  return {
    name: main === 'he' ? he : name,
    choices: choices.map(([english, hebrew]) => (main === 'he' ? hebrew : english)),
    translations,
  }
}

async function offer(db: Db, roles: DemoRole[], ids: Ids): Promise<void> {
  const actions = roles.flatMap(({ name, actions = [], called = {} }) =>
    actions.map((action, sortOrder) => ({
      label: called[action]?.label ?? null,
      translations: inHebrew({ label: called[action]?.label }),
      customValue: called[action]?.customValue ?? null,
      roleId: mustGet(ids.roles, name),
      actionId: mustGet(ids.actions, action),
      sortOrder,
    })),
  )
  const types = roles.flatMap(({ name, eventTypes = [] }) =>
    eventTypes.map((key, sortOrder) => ({
      roleId: mustGet(ids.roles, name),
      eventTypeId: mustGet(ids.types, key),
      sortOrder,
    })),
  )
  if (actions.length > 0) await db.insertInto('roleAction').values(actions).execute()
  if (types.length > 0) await db.insertInto('roleEventType').values(types).execute()
}

async function makeRegions(
  { db, random, now }: FillContext,
  serviceId: string,
  { regions, mainLanguage }: DemoService,
): Promise<void> {
  if (regions.length === 0) return
  await db
    .insertInto('region')
    .values(
      regions.map(({ name, he, ring }, sortOrder) => ({
        id: random.id(now.getTime()),
        serviceId,
        ...inBoth(mainLanguage, { name }, { name: he }),
        coordinates: JSON.stringify([[...ring, ring[0]]]),
        sortOrder,
      })),
    )
    .execute()
}

async function makePeople(
  { db, random, now, passwordHash }: FillContext,
  serviceId: string,
  { people, roles, mainLanguage }: DemoService,
  ids: Ids,
): Promise<Person[]> {
  const rows = people.map((person, index) => {
    const joinedAt = new Date(now.getTime() - (200 + random.below(200)) * dayInMs)
    const { address, position } = placeOf(person.home)
    const type = person.type ?? 'Operator'
    return {
      id: random.id(joinedAt.getTime()),
      serviceId,
      roleId: mustGet(ids.roles, person.role),
      type,
      isServerOwner: person.isServerOwner ?? false,
      username: person.username,
      passwordHash,
      firstName: person.firstName,
      lastName: person.lastName,
      descriptionHtml: person.description ?? '',
      phone: fictionalPhone(mainLanguage, random.pick(['415', '510', '650', '408']), index + 10),
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
  const viewers = new Set(roles.filter((role) => role.isViewer).map((role) => ids.roles.get(role.name)))
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

/** American numbers reserved for fiction, or Israeli ones of an unassigned block. `number` has two digits. */
export const fictionalPhone = (main: Language, areaCode: string, number: number) =>
  main === 'he' ? `+972 50 000 00${number}` : `+1 ${areaCode} 555 01${number}`

function mustGet<Key, Value>(map: Map<Key, Value>, key: Key): Value {
  const value = map.get(key)
  if (value === undefined) throw new Error(`the demo names ${String(key)}, which it does not define`)
  return value
}
