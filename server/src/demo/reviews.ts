import { createHash } from 'node:crypto'
import type { Db } from '../platform/db/database.ts'
import { publicTypes } from './board.ts'
import { makeVisitor, minuteInMs, type Scene, writers } from './report.ts'

const METRES_PER_DEGREE = 111_320

const additions = {
  en: { name: 'seen from the street', text: 'I can wait here until somebody comes.' },
  he: { name: 'רואים מהרחוב', text: 'אני יכולה לחכות כאן עד שמישהו יגיע.' },
}

const questions = {
  en: 'Can you see a street number or a shop nearby?',
  he: 'רואים מספר בית או חנות בקרבת מקום?',
}

const WAITING = 3

const askedBack = (random: Scene['random'], question: string, by: string, at: number) => {
  const entry = { question, askedAt: new Date(at).toISOString(), askedBy: by, answer: null, answeredAt: null }
  const before = { state: 'waiting', roleId: null, reason: null, reasonText: '', questions: [] }
  return {
    state: 'asked' as const,
    questions: JSON.stringify([{ id: random.id(at), ...entry }]),
    undo: JSON.stringify(before),
    seenAt: new Date(at),
    decidedBy: by,
    decidedAt: new Date(at),
  }
}

/**
 * Adds three reports that wait for review and one that waits for its reporter's reply. They are close to recent events
 * in place and words, so that likely duplicates are shown.
 */
export async function makeHeldReports(db: Db, { random, now, service }: Scene): Promise<void> {
  const events = await db
    .selectFrom('aoi')
    .innerJoin('eventType', 'eventType.id', 'aoi.eventTypeId')
    .select(['aoi.name', 'aoi.place', 'aoi.eventTypeId', 'aoi.address'])
    .where('aoi.serviceId', '=', service.id)
    .where('aoi.kind', '=', 'event')
    .where('aoi.state', '=', 'new')
    .where('eventType.name', 'in', publicTypes)
    .orderBy('aoi.createdAt', 'desc')
    .limit(WAITING + 1)
    .execute()
  for (const [index, { name, place, eventTypeId, address }] of events.entries()) {
    if (!eventTypeId) continue
    const isHebrew = /[\u05d0-\u05ea]/.test(name)
    const addition = additions[isHebrew ? 'he' : 'en']
    const isAsked = index === WAITING
    const at = now - (isAsked ? 30 : 12 - index * 4) * minuteInMs
    const visitor = makeVisitor(random, service, isHebrew, at)
    const startCoordinates = { lng: place.x, lat: place.y + (20 * (index + 1)) / METRES_PER_DEGREE, altitude: 1 }
    const draft = {
      name: `${name}, ${addition.name}`,
      type: 'default',
      description: `<p>${name}. ${addition.text}</p>`,
      startCoordinates,
      forSensors: false,
      publicAction: { publicActionId: eventTypeId, fields: [] },
      creationTime: new Date(at).toISOString(),
    }
    await db.insertInto('visitor').values(visitor).execute()
    await db
      .insertInto('heldReport')
      .values({
        id: random.id(at),
        serviceId: service.id,
        visitorId: visitor.id,
        isAnonymous: false,
        eventTypeId,
        draft: JSON.stringify(draft),
        nonce: at,
        contentHash: createHash('sha256').update(JSON.stringify(draft)).digest(),
        address,
        receivedAt: new Date(at),
        waitingSince: new Date(at),
        ...(isAsked &&
          askedBack(
            random,
            questions[isHebrew ? 'he' : 'en'],
            random.pick(writers(service, isHebrew)).id,
            at + 5 * minuteInMs,
          )),
      })
      .execute()
  }
}
