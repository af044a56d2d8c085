import { type Insertable, sql } from 'kysely'
import { searchTextOf } from '../core/aoi/search.ts'
import type { Db } from '../platform/db/database.ts'
import { pointText } from '../platform/db/point.ts'
import type { AoiAnswerTable, AoiReadTable, AoiTable, ShareTable } from '../platform/db/schema/aoi.ts'
import { type Entry, makeEntries } from './entries.ts'
import { dayInMs, makeReport, minuteInMs, type Report, type Scene } from './report.ts'
import type { Person } from './service.ts'
import type { DemoEvent } from './texts/events.ts'
import { placeOf } from './texts/places.ts'

export async function makeEvents(db: Db, scene: Scene, events: DemoEvent[]): Promise<void> {
  const stories = events
    .map((event) => ({ event, report: makeReport(scene, event) }))
    .sort((a, b) => a.report.createdAt - b.report.createdAt)
    .map(({ event, report }) => ({
      event,
      report,
      answers: makeAnswers(report, event),
      entries: makeEntries(scene, report),
    }))
  const reports = stories.map(({ report }) => report)

  const visitors = reports.flatMap(({ visitor }) => visitor ?? [])
  const aois = stories.map(({ event, report, answers, entries }) => makeAoi(scene, event, report, answers, entries))
  const shares = reports.flatMap((report) => makeShares(scene, report))
  const reads = reports.flatMap((report) => makeReads(scene, report))
  if (visitors.length > 0) await db.insertInto('visitor').values(visitors).execute()
  await db.insertInto('aoi').values(aois).execute()
  await sql`
    update aoi set region_id = region.id from region
    where aoi.service_id = ${scene.service.id} and region.service_id = aoi.service_id
      and region.outline @> aoi.place`.execute(db)
  await db
    .insertInto('aoiAnswer')
    .values(stories.flatMap(({ answers }) => answers))
    .execute()
  await db
    .insertInto('logEntry')
    .values(stories.flatMap(({ entries }) => entries))
    .execute()
  if (shares.length > 0) await db.insertInto('share').values(shares).execute()
  if (reads.length > 0) await db.insertInto('aoiRead').values(reads).execute()
}

function makeAoi(
  { service }: Scene,
  [, place, name, description]: DemoEvent,
  report: Report,
  answers: Insertable<AoiAnswerTable>[],
  entries: Entry[],
): Insertable<AoiTable> {
  const { address, position } = placeOf(place)
  const { visitor, createdAt } = report
  const visitorName = visitor && `${visitor.firstName} ${visitor.lastName}`
  return {
    id: report.id,
    serviceId: service.id,
    kind: 'event',
    nonce: createdAt,
    name,
    descriptionHtml: `<p>${description}</p>`,
    descriptionText: description,
    searchText: searchTextOf({
      name,
      descriptionText: description,
      answers: answers.map(({ value }) => value),
      visitorName: report.isAnonymous ? undefined : visitorName,
    }),
    eventTypeId: report.type.id,
    creatorId: report.creator?.id ?? null,
    visitorId: visitor?.id ?? null,
    isAnonymous: report.isAnonymous,
    place: pointText(position),
    address,
    isWorkedOn: report.isWorkedOn,
    archivedAt: report.archivedAt ? new Date(report.archivedAt) : null,
    archivedBy: report.archivedAt ? (entries.at(-1)?.authorId ?? null) : null,
    createdAt: new Date(createdAt),
    receivedAt: new Date(createdAt + 1500),
    ...lastChange(report, entries),
  }
}

function lastChange(report: Report, entries: Entry[]) {
  const changes = [
    { at: new Date(report.createdAt), by: report.creator?.id ?? null },
    ...entries.map((entry) => ({ at: entry.happenedAt, by: entry.authorId })),
  ]
  const last = changes.at(-1)
  return {
    updatedAt: last?.at,
    changedAt: last?.at,
    changedBy: last?.by ?? null,
    changedByOthersAt: changes.findLast(({ by }) => by !== last?.by)?.at ?? null,
  }
}

function makeAnswers({ id, type, createdAt }: Report, [, , , , ...given]: DemoEvent): Insertable<AoiAnswerTable>[] {
  const left = [...given]
  return type.questions.map((question, sortOrder) => ({
    aoiId: id,
    questionId: question.id,
    questionName: question.name,
    value: question.kind === 'date' ? new Date(createdAt).toISOString().slice(0, 10) : (left.shift() ?? ''),
    sortOrder,
  }))
}

/**
 * The system shares a report with the responsible role. Members share reports in progress, mostly with the operator.
 */
function makeShares({ random, service }: Scene, report: Report): Insertable<ShareTable>[] {
  const shares = new Map<string, Insertable<ShareTable>>()
  const share = ({ id }: Person, source: ShareTable['source'], sharedBy: string | null, minutesLater: number) => {
    if (id === report.creator?.id) return
    const sharedAt = new Date(report.createdAt + minutesLater * minuteInMs)
    const isDone = report.archivedAt !== undefined || random.isLucky(0.15)
    shares.set(id, {
      aoiId: report.id,
      memberId: id,
      source,
      sharedBy,
      sharedAt,
      doneAt: isDone ? new Date(sharedAt.getTime() + 10 * minuteInMs) : null,
    })
  }
  if (report.type.roleId) {
    for (const person of service.people) if (person.roleId === report.type.roleId) share(person, 'system', null, 0)
  }
  const [sharer] = service.people.filter((person) => person.isLeader && person.id !== report.creator?.id)
  if (report.isWorkedOn && sharer && random.isLucky(0.7)) {
    const operator = service.people.find((person) => person.username === 'operator')
    const workers = service.people.filter((person) => !person.isViewer && person.id !== sharer.id)
    share(operator && random.isLucky(0.75) ? operator : random.pick(workers), 'member', sharer.id, 10)
  }
  return [...shares.values()]
}

function makeReads({ now, readers }: Scene, report: Report): Insertable<AoiReadTable>[] {
  if (now - report.createdAt < 3 * dayInMs) return []
  const readAt = new Date(now - 2 * dayInMs)
  return readers.map(({ id }) => ({ memberId: id, aoiId: report.id, readAt, updatesSeenAt: readAt }))
}
