import type { Insertable } from 'kysely'
import type { Language } from '#contract'
import type { VisitorTable } from '../platform/db/schema/people.ts'
import type { Random } from './random.ts'
import { type EventTypeWithQuestions, fictionalPhone, type Person, type SeededService } from './service.ts'
import type { DemoEvent } from './texts/events.ts'

export const minuteInMs = 60_000
export const dayInMs = 24 * 60 * minuteInMs

export type Report = {
  id: string
  type: EventTypeWithQuestions
  isHebrew: boolean
  createdAt: number
  creator: Person | undefined
  visitor: Insertable<VisitorTable> | undefined
  isAnonymous: boolean
  isWorkedOn: boolean
  archivedAt: number | undefined
}

export type Scene = { random: Random; now: number; service: SeededService; readers: Person[] }

export function makeReport({ random, now, service }: Scene, [key, , name]: DemoEvent): Report {
  const ageInDays = 0.02 + random.next() ** 2 * 70
  const createdAt = Math.floor(now - ageInDays * dayInMs)
  const type = service.eventTypes.find((one) => one.key === key)
  if (!type) throw new Error(`the demo has a report of the type ${key} and no such type`)
  const isHebrew = /[א-ת]/.test(name)
  const isFromOutside = random.isLucky(type.key === 'suspicious' ? 0.6 : 0.12)
  const isDone = random.isLucky(ageInDays > 14 ? 0.75 : ageInDays > 3 ? 0.25 : 0.05)
  return {
    id: random.id(createdAt),
    type,
    isHebrew,
    createdAt,
    creator: isFromOutside ? undefined : random.pick(writers(service, isHebrew)),
    visitor: isFromOutside ? makeVisitor(random, service, isHebrew, createdAt) : undefined,
    isAnonymous: isFromOutside && type.key === 'suspicious',
    isWorkedOn: isDone || random.isLucky(ageInDays > 3 ? 0.75 : 0.35),
    archivedAt: isDone ? Math.floor(createdAt + (now - createdAt) * (0.4 + random.next() * 0.5)) : undefined,
  }
}

/** Members who may write: those who use the language, or all if nobody does. */
export function writers({ people }: SeededService, isHebrew: boolean, except?: Person): Person[] {
  const able = people.filter((person) => !person.isViewer && person !== except)
  const fitting = able.filter((person) => person.isHebrew === isHebrew)
  return fitting.length > 0 ? fitting : able
}

const visitorNames: Record<Language, [firstName: string, lastName: string][]> = {
  en: [
    ['Emily', 'Stone'],
    ['Carlos', 'Mendes'],
    ['Joan', 'Whitfield'],
    ['Peter', 'Lang'],
    ['Aisha', 'Rahman'],
    ['Tom', 'Beckett'],
    ['Linh', 'Pham'],
    ['Marta', 'Nowak'],
    ['Devon', 'Harris'],
    ['Keiko', 'Sato'],
    ['Rosa', 'Jimenez'],
    ['Owen', 'Gallagher'],
  ],
  he: [
    ['רות', 'אבני'],
    ['אלון', 'שדה'],
    ['מיכל', 'ברק'],
    ['יוסי', 'דגן'],
    ['נעמה', 'פלד'],
    ['עידו', 'כרמל'],
    ['תמר', 'אורן'],
    ['גיא', 'רביב'],
  ],
}

type NamedPerson = { firstName: string }

export function makeVisitor(
  random: Random,
  { id: serviceId, mainLanguage }: Pick<SeededService, 'id' | 'mainLanguage'>,
  isHebrew: boolean,
  createdAt: number,
  others: readonly NamedPerson[] = [],
) {
  const names = visitorNames[isHebrew ? 'he' : 'en']
  const free = names.filter(([name]) => !others.some(({ firstName }) => firstName === name))
  const [firstName, lastName] = random.pick(free.length > 0 ? free : names)
  return {
    id: random.id(createdAt),
    serviceId,
    // No token has this hash, so nobody can open the follow pages of demo visitors.
    followTokenHash: random.bytes(32),
    firstName,
    lastName,
    phone: fictionalPhone(mainLanguage, '415', random.below(90) + 10),
    language: isHebrew ? ('he' as const) : ('en' as const),
    createdAt: new Date(createdAt),
    lastSeenAt: new Date(createdAt),
  }
}
