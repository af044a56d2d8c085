import { createHash } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { makeVisitor, minuteInMs, type Scene } from './report.ts'

const METRES_PER_DEGREE = 111_320

/** What a second reporter adds, in the language of the first. */
const additions = {
  en: { name: 'seen from the street', text: 'I can wait here until somebody comes.' },
  he: { name: 'רואים מהרחוב', text: 'אני יכולה לחכות כאן עד שמישהו יגיע.' },
}

/** Three reports that wait for a review, near recent events and in their words: likely twins. */
export async function makeHeldReports(db: Db, { random, now, service }: Scene): Promise<void> {
  const events = await db
    .selectFrom('aoi')
    .select(['name', 'place', 'eventTypeId', 'address'])
    .where('serviceId', '=', service.id)
    .where('kind', '=', 'event')
    .where('state', '=', 'new')
    .where('eventTypeId', 'is not', null)
    .orderBy('createdAt', 'desc')
    .limit(3)
    .execute()
  for (const [index, { name, place, eventTypeId, address }] of events.entries()) {
    if (!eventTypeId) continue
    const addition = additions[/[\u05d0-\u05ea]/.test(name) ? 'he' : 'en']
    const at = now - (12 - index * 4) * minuteInMs
    const visitor = makeVisitor(random, service.id, false, at)
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
      })
      .execute()
  }
}
