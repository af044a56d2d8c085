import {
  type Actor,
  type EventType,
  type ImportMapping,
  type ImportOutcome,
  type ImportReason,
  offeredTypes,
  shorten,
} from '#contract'
import { byExternalId, type ImportedAoi, regionsOfPlaces, type StoredAoi } from '../../../core/aoi/imported.ts'
import { idsOfRole } from '../../../core/event-type/queries.ts'
import type { Db } from '../../../platform/db/database.ts'
import { Turns } from '../../../platform/kit/slices.ts'
import type { Context } from './context.ts'
import { createFrom } from './create.ts'
import { type Update, updateFrom } from './update.ts'
import type { Reading } from './values.ts'

export type Decision = {
  reading: Reading
  outcome: ImportOutcome
  reasons: ImportReason[]
  aoi?: StoredAoi
  draft?: ImportedAoi
  update?: Update
  /** For items other than AOIs: names of the fields that differ, and a function that stores them. */
  record?: { changes: string[]; write: (db: Db) => Promise<{ id: string; before: object | null }> }
}

export type AoiImportKind = 'event' | 'activity'
type Work = { serviceId: string; kind: AoiImportKind; mapping: ImportMapping; context: Context; author: Actor }

/** Members may import only event types that their role offers, as when they report by hand. */
type Decided = Work & { typesOfRole: readonly string[] }

const typeReasons = (type: EventType | undefined, { typesOfRole }: Decided): ImportReason[] =>
  type && offeredTypes([type], typesOfRole).length === 0
    ? [{ code: 'notOffered', field: 'type', value: shorten(type.name, 100) }]
    : []

const decideOne = (reading: Reading, aoi: StoredAoi | undefined, regionId: string | null, work: Decided): Decision => {
  const { values, reasons } = reading
  const rejected = (more: ImportReason[]): Decision => {
    // A field with an unreadable value is not reported as missing, too.
    const known = new Set(reasons.map(({ field }) => field))
    const isKnown = ({ field }: ImportReason) =>
      known.has(field) || (field === 'place' && (known.has('lat') || known.has('lng') || known.has('address')))
    return {
      reading,
      outcome: 'rejected',
      reasons: [...reasons, ...more.filter((reason) => !isKnown(reason))],
      ...(aoi && { aoi }),
    }
  }
  const surroundings = { ...work, regionId: values.regionId ?? regionId }
  if (aoi?.mainId) return rejected([{ code: 'merged', field: 'externalId', value: shorten(aoi.externalId, 100) }])
  if (aoi) {
    const update = updateFrom(values, aoi, surroundings)
    const isOther = update.type?._id !== aoi.eventTypeId
    const problems = [...update.reasons, ...(isOther ? typeReasons(update.type, work) : [])]
    if (reasons.length + problems.length > 0) return rejected(problems)
    return { reading, outcome: update.fields.length > 0 ? 'changed' : 'unchanged', reasons: [], aoi, update }
  }
  const created = createFrom(values, surroundings)
  const problems = 'reasons' in created ? created.reasons : typeReasons(created.draft.type, work)
  if ('reasons' in created || problems.length + reasons.length > 0) return rejected(problems)
  return { reading, outcome: 'new', reasons: [], draft: created.draft }
}

export const decideAois = async (db: Db, readings: readonly Reading[], work: Work): Promise<Decision[]> => {
  const externalIds = readings.flatMap(({ values: { externalId } }) => externalId ?? [])
  const known = await byExternalId(db, { serviceId: work.serviceId, kind: work.kind }, externalIds)
  const regionIds =
    work.context.regions.size === 0
      ? []
      : await regionsOfPlaces(db, work.serviceId, readings.map(({ values: { place } }) => place ?? null)) // biome-ignore format: one call
  const decided = { ...work, typesOfRole: await idsOfRole(db, work.author.id) }
  const turns = new Turns()
  const decisions: Decision[] = []
  for (const [index, reading] of readings.entries()) {
    await turns.next()
    decisions.push(decideOne(reading, known.get(reading.values.externalId ?? ''), regionIds[index] ?? null, decided))
  }
  return decisions
}
