import { placeWarnings } from '../exchange/warning/place.ts'
import { placeInside } from '../exchange/warning/read/outline.ts'
import type { Db } from '../platform/db/database.ts'
import { pointText } from '../platform/db/point.ts'
import { minuteInMs, type Scene } from './report.ts'
import { demoWarningFeed, demoWarnings, textsOf } from './texts/warnings.ts'

const hourInMs = 60 * minuteInMs

/** Adds a feed with warnings. The feed is switched off, so that the demo needs no network. */
export async function makeWarnings(db: Db, { random, now, service }: Scene): Promise<void> {
  const feedId = random.id(now)
  const at = (hours: number) => new Date(now + hours * hourInMs)
  await db
    .insertInto('warningFeed')
    .values({
      id: feedId,
      serviceId: service.id,
      name: demoWarningFeed.name,
      url: 'https://warnings.example.org/cap.atom',
      intervalMinutes: 5,
      showsTests: false,
      kept: JSON.stringify({ type: 'all' }),
      isEnabled: false,
      isRequested: false,
      checkedAt: new Date(now - minuteInMs),
      succeededAt: new Date(now - minuteInMs),
    })
    .execute()
  for (const warning of demoWarnings) {
    const id = random.id(now + warning.sent * hourInMs)
    const { severity, urgency, certainty, category, responses, outlines, identifier } = warning
    const place = placeInside(outlines, null)
    await db
      .insertInto('warning')
      .values({
        id,
        serviceId: service.id,
        feedId,
        threadId: id,
        sender: 'demo@warnings.example.org',
        identifier,
        part: 0,
        source: 'https://warnings.example.org/cap.atom',
        status: 'actual',
        severity,
        urgency,
        certainty,
        categories: [category],
        responses,
        areaKeys: [],
        replaces: [],
        sentAt: at(warning.sent),
        effectiveAt: at(warning.sent),
        beginsAt: at(warning.begins),
        expiresAt: at(warning.expires),
        texts: JSON.stringify(textsOf(warning)),
        areas: JSON.stringify([{ name: warning.english.areas, geocodes: [] }]),
        outlines: JSON.stringify(outlines.map((ring) => [ring])),
        place: place && pointText(place),
        readAt: at(warning.sent),
      })
      .execute()
  }
  await placeWarnings(db, feedId)
}
