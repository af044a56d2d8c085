import type { ImportMapping, ImportOutcome, ImportReason } from '#contract'
import { byExternalId, type ImportedAoi, regionsOfPlaces, type StoredAoi } from '../../../core/aoi/imported.ts'
import type { Db } from '../../../platform/db/database.ts'
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
}

type Work = { serviceId: string; mapping: ImportMapping; context: Context }

const decideOne = (reading: Reading, aoi: StoredAoi | undefined, regionId: string | null, work: Work): Decision => {
  const { values, reasons } = reading
  const rejected = (more: ImportReason[]): Decision => {
    // Unreadable fields are not also reported as missing.
    const known = new Set(reasons.map(({ field }) => field))
    const isKnown = ({ field }: ImportReason) =>
      known.has(field) || (field === 'place' && (known.has('lat') || known.has('address')))
    return {
      reading,
      outcome: 'rejected',
      reasons: [...reasons, ...more.filter((reason) => !isKnown(reason))],
      ...(aoi && { aoi }),
    }
  }
  const surroundings = { ...work, regionId: values.regionId ?? regionId }
  if (aoi?.mainId) return rejected([{ code: 'merged', field: 'externalId', value: aoi.externalId }])
  if (aoi) {
    const update = updateFrom(values, aoi, surroundings)
    if (reasons.length + update.reasons.length > 0) return rejected(update.reasons)
    return { reading, outcome: update.fields.length > 0 ? 'changed' : 'unchanged', reasons: [], aoi, update }
  }
  const created = createFrom(values, surroundings)
  if ('reasons' in created || reasons.length > 0) return rejected('reasons' in created ? created.reasons : [])
  return { reading, outcome: 'new', reasons: [], draft: created.draft }
}

/** Compares rows with stored AOIs and decides whether each is created, changed, unchanged or rejected. */
export const decide = async (db: Db, readings: readonly Reading[], work: Work): Promise<Decision[]> => {
  const externalIds = readings.flatMap(({ values: { externalId } }) => externalId ?? [])
  const known = await byExternalId(db, { serviceId: work.serviceId, kind: work.mapping.kind }, externalIds)
  const regionIds =
    work.context.regions.size === 0
      ? []
      : await regionsOfPlaces(db, work.serviceId, readings.map(({ values: { place } }) => place ?? null)) // biome-ignore format: one call
  return readings.map((reading, index) =>
    decideOne(reading, known.get(reading.values.externalId ?? ''), regionIds[index] ?? null, work),
  )
}
