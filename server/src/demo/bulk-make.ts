import { searchTextOf } from '../core/aoi/search.ts'
import type { BulkOptions } from './bulk-options.ts'
import type { BulkPlace } from './bulk-places.ts'
import type { BulkService } from './bulk-services.ts'
import type { Random } from './random.ts'
import { bayEvents, entryTexts } from './texts/events.ts'

export type BulkEvent = {
  id: string
  number: number
  serviceId: string
  name: string
  description: string
  searchText: string
  eventTypeId: string | null
  creatorId: string | null
  lng: number
  lat: number
  address: string
  isWorkedOn: boolean
  createdAt: number
  archivedAt: number | null
  changedAt: number
  changedBy: string | null
}
export type BulkAnswer = { aoiId: string; questionId: string; questionName: string; value: string }
export type BulkEntry = { id: string; aoiId: string; authorId: string; text: string; happenedAt: number }
export type BulkShare = { aoiId: string; memberId: string; sharedBy: string; sharedAt: number }
export type Batch = { events: BulkEvent[]; answers: BulkAnswer[]; entries: BulkEntry[]; shares: BulkShare[] }

export type BulkScene = {
  random: Random
  now: number
  services: BulkService[]
  options: BulkOptions
  nextPlace: () => BulkPlace
}

const dayInMs = 86_400_000

export function makeBatch(scene: BulkScene, numbers: number[]): Batch {
  const batch: Batch = { events: [], answers: [], entries: [], shares: [] }
  for (const number of numbers) addEvent(scene, batch, number)
  return batch
}

function addEvent({ random, now, services, options, nextPlace }: BulkScene, batch: Batch, number: number): void {
  const service = random.pick(services)
  const [, , title, story, answer = ''] = random.pick(bayEvents)
  const [description = ''] = story.split(/(?<=\.) /)
  const isHebrew = /[א-ת]/.test(title)
  const type = service.eventTypes.length > 0 ? random.pick(service.eventTypes) : undefined
  const place = nextPlace()
  const createdAt = Math.floor(now - random.next() * options.days * dayInMs)
  const id = random.id(createdAt)
  const state = pickState(random, options.skew)
  const creatorId = random.isLucky(0.08) ? null : random.pick(service.writerIds)
  const name = `${title}, ${place.street}`
  const laterThan = (from: number) => Math.floor(from + (now - from) * random.next())

  const event: BulkEvent = {
    id,
    number,
    serviceId: service.id,
    name,
    description,
    searchText: searchTextOf({ name, descriptionText: description, answers: [answer] }),
    eventTypeId: type?.id ?? null,
    creatorId,
    lng: place.position[0],
    lat: place.position[1],
    address: place.address,
    isWorkedOn: state !== 'new',
    createdAt,
    archivedAt: null,
    changedAt: createdAt,
    changedBy: creatorId,
  }
  batch.events.push(event)
  if (type?.questionId) {
    batch.answers.push({ aoiId: id, questionId: type.questionId, questionName: type.questionName ?? '', value: answer })
  }
  if (state === 'new') return

  const lines = entryTexts[isHebrew ? 'he' : 'en'].any ?? []
  const author = otherThan(creatorId, service.writerIds, random)
  for (let entry = random.below(2); entry >= 0; entry--) {
    event.changedAt = laterThan(event.changedAt)
    event.changedBy = author
    const text = random.pick(lines)
    batch.entries.push({
      id: random.id(event.changedAt),
      aoiId: id,
      authorId: author,
      text,
      happenedAt: event.changedAt,
    })
  }
  if (random.isLucky(0.2)) {
    const memberId = otherThan(author, service.writerIds, random)
    batch.shares.push({ aoiId: id, memberId, sharedBy: author, sharedAt: event.changedAt })
  }
  if (state === 'done') {
    event.archivedAt = laterThan(event.changedAt)
    event.changedAt = event.archivedAt
  }
}

function pickState(random: Random, skew: BulkOptions['skew']) {
  const draw = random.next()
  if (draw < skew.new) return 'new'
  return draw < skew.new + skew.inProgress ? 'inProgress' : 'done'
}

function otherThan(id: string | null, ids: string[], random: Random): string {
  const index = random.below(ids.length)
  return (ids[index] === id ? ids[(index + 1) % ids.length] : ids[index]) as string
}
