import fc from 'fast-check'
import { sql } from 'kysely'
import type { PlainAoi, World } from '../core/metric/testing.ts'
import { newId } from '../platform/db/id.ts'
import { publish } from '../platform/outbox/outbox.ts'
import { testDatabase } from './database.ts'
import { addEventType } from './events.ts'
import { addMember, addService } from './people.ts'

/** A service, and generators of its contents and changes, for tests of metrics. */
export const { db, close } = await testDatabase()

export const service = await addService(db, 'Harbour')
export const members = [
  await addMember(db, service, service.roleId),
  await addMember(db, service, service.roleId),
  await addMember(db, service, service.viewerRoleId),
]
export const flood = await addEventType(db, service, { name: 'Flood', questions: ['Depth', 'Cause'] })
export const fire = await addEventType(db, service, { name: 'Fire', questions: ['Size'] })
export const other = await addEventType(db, service, { name: 'Other' })
await sql`update event_type set value = '2.5', unit = 'Dollar' where id = ${flood.id}`.execute(db)
await sql`update event_type set value = '-4' where id = ${fire.id}`.execute(db)
await sql`update event_type set value = 'much', unit = 'Text' where id = ${other.id}`.execute(db)
export const actions = ['Number', 'Dollar', 'Text'].map((unit) => ({ id: newId(), unit: unit as 'Number' }))
await db
  .insertInto('action')
  .values(actions.map(({ id, unit }) => ({ id, unit, serviceId: service.id, name: unit })))
  .execute()

export const regions: World['regions'] = {}
const outlineOf = ({ west, south, east, north, isTriangle }: World['regions'][string]) =>
  JSON.stringify([[[west, south], [east, south], [east, north], ...(isTriangle ? [] : [[west, north]]), [west, south]]])
for (const [west, south, east, north, isTriangle] of [
  [0.05, 0.05, 4.45, 6.35, false],
  [2.35, 2.15, 8.65, 9.45, true],
] as const) {
  const id = newId()
  const region = { west, south, east, north, isTriangle }
  regions[id] = region
  await db
    .insertInto('region')
    .values({ id, serviceId: service.id, name: 'Region', coordinates: outlineOf(region) })
    .execute()
}
const shape = (id: string, region: World['regions'][string]) =>
  sql`update region set coordinates = ${outlineOf(region)}, updated_at = now() where id = ${id}`.execute(db)
export const roleOf = Object.fromEntries(
  members.map(({ id }, index) => [id, index < 2 ? service.roleId : service.viewerRoleId]),
)
const giveRole = (id: string, roleId: string) => db.updateTable('member').set({ roleId }).where('id', '=', id).execute()

export const end = new Date('2026-05-20T12:00:00Z')
export const oneOf = <T>(...values: T[]) => fc.constantFrom(...values)
export const at = fc.integer({ min: 0, max: 18 * 30 }).map((days) => new Date(end.getTime() - (days - 20) * 86_400_000))
export const word = oneOf('knee', 'Knee', ' KNEE ', 'waist', 'none')
const author = oneOf(null, ...members.map(({ id }) => id))
const entry = fc
  .tuple(at, author, oneOf(...actions), fc.integer({ min: -3, max: 3 }), word)
  .map(([time, authorId, action, number, text]) => ({
    at: time,
    authorId,
    actionId: action.id,
    unit: action.unit as string,
    value: (action.unit as string) === 'Text' ? text : String(number / 2),
  }))
export const aoi: fc.Arbitrary<PlainAoi> = fc
  .record({
    kind: oneOf('event', 'event', 'event', 'sensor'),
    createdAt: at,
    isDeleted: oneOf(false, false, false, false, true),
    creatorId: author,
    type: oneOf(flood, flood, fire, other),
    place: fc.tuple(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 10 })),
    words: fc.array(word, { minLength: 2, maxLength: 2 }),
    entries: fc.array(entry, { maxLength: 3 }),
  })
  .map(({ type, words, kind, ...rest }) => ({
    ...rest,
    kind: kind as 'event',
    id: newId(),
    typeId: kind === 'event' ? type.id : null,
    answers: Object.fromEntries(type.questions.map((id, index) => [id, words[index] ?? ''])),
  }))

let nonce = 0
export const store = async (aois: PlainAoi[]) => {
  await sql`delete from aoi`.execute(db)
  for (const [id, region] of Object.entries(regions)) await shape(id, region)
  for (const [id, roleId] of Object.entries(roleOf)) await giveRole(id, roleId)
  if (aois.length === 0) return
  await db
    .insertInto('aoi')
    .values(
      aois.map(({ id, kind, createdAt, isDeleted, creatorId, typeId, place }) => ({
        id,
        kind,
        createdAt,
        creatorId,
        serviceId: service.id,
        nonce: ++nonce,
        name: 'AOI',
        deletedAt: isDeleted ? end : null,
        eventTypeId: typeId,
        place: `(${place.join()})`,
        status: kind === 'sensor' ? ('OK' as const) : null,
      })),
    )
    .execute()
  const answers = aois.flatMap(({ id, answers: given }) =>
    Object.entries(given).map(([questionId, value]) => ({ aoiId: id, questionId, questionName: 'Q', value })),
  )
  if (answers.length > 0) await db.insertInto('aoiAnswer').values(answers).execute()
  await log(aois.flatMap(({ id, entries }) => entries.map((one) => ({ ...one, aoiId: id }))))
}

const log = async (entries: (PlainAoi['entries'][number] & { aoiId: string })[]) => {
  const rows = entries.map(({ aoiId, at: happenedAt, authorId, actionId, unit, value }) => ({
    id: newId(),
    aoiId,
    type: 'action' as const,
    authorId,
    actionId,
    actionName: 'A',
    happenedAt,
    value,
    unit: unit as 'Text',
    valueNumber: unit === 'Text' ? null : Number(value),
  }))
  if (rows.length > 0) await db.insertInto('logEntry').values(rows).execute()
}

export const change = fc.record({
  what: oneOf(
    ...(['log', 'log', 'unlog', 'move', 'answer', 'redate', 'merge', 'merge', 'separate'] as const),
    ...(['delete', 'restore', 'region', 'role'] as const),
  ),
  // Few AOIs, so that each changes often.
  at: fc.nat({ max: 5 }),
  place: fc.tuple(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 10 })),
  entry,
  word,
  time: at,
})
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never
export const apply = async (
  aois: PlainAoi[],
  { what, at: place, place: point, entry: logged, word: answer, time }: Change,
) => {
  const aoi = aois[place % aois.length]
  const other = aois[(place + 1) % aois.length]
  if (!aoi || !other) return
  const { mainId } = await db.selectFrom('aoi').select('mainId').where('id', '=', aoi.id).executeTakeFirstOrThrow()
  const set = (columns: object) => db.updateTable('aoi').set(columns).where('id', '=', aoi.id).execute()
  const [regionId = ''] = Object.keys(regions)
  await {
    log: () => log([{ ...logged, aoiId: aoi.id }]),
    unlog: () => db.deleteFrom('logEntry').where('aoiId', '=', aoi.id).execute(),
    move: () => set({ place: `(${point.join()})` }),
    answer: () => db.updateTable('aoiAnswer').set({ value: answer }).where('aoiId', '=', aoi.id).execute(),
    redate: () => set({ createdAt: time }),
    merge: () => (mainId ? undefined : set({ mainId: other.id, mergedIntoId: other.id, mergedAt: end })),
    separate: () => set({ mainId: null, mergedIntoId: null, mergedAt: null }),
    delete: () => set({ deletedAt: end }),
    restore: () => set({ deletedAt: null }),
    region: () => shape(regionId, { west: 0.05, south: 0.05, east: point[0] + 0.15, north: 8.45, isTriangle: false }),
    role: () => giveRole(members[place % 3]?.id ?? '', place % 2 === 0 ? service.roleId : service.viewerRoleId),
  }[what]()
  if (what === 'region' || what === 'role') return
  const aoiIds = what === 'separate' && mainId ? [aoi.id, mainId] : [aoi.id]
  await publish(db, { serviceId: service.id, message: { type: 'AOI_UPDATED', serviceId: service.id, aoiIds } })
}
