import type { ImportKind } from '#contract'
import type { Db } from '../../../platform/db/database.ts'
import { type AoiImportKind, type Decision, decideAois } from './decide.ts'
import { groups } from './groups.ts'
import { members } from './members.ts'
import type { RecordKind, RecordWork } from './record.ts'
import { regions } from './regions.ts'
import { sensorAreas } from './sensor-areas.ts'
import { sensors } from './sensors.ts'
import type { Reading } from './values.ts'

export type RecordImportKind = Exclude<ImportKind, AoiImportKind>

export const isAoiKind = (kind: ImportKind): kind is AoiImportKind => kind === 'event' || kind === 'activity'

export const recordKinds: Record<RecordImportKind, RecordKind> = {
  region: regions,
  group: groups,
  sensor: sensors,
  sensorArea: sensorAreas,
  member: members,
}

/** Decides for each row whether it creates an item, changes a stored one, changes nothing or is rejected. */
export const decide = (db: Db, readings: readonly Reading[], work: RecordWork): Promise<Decision[]> => {
  const { kind } = work.mapping
  return isAoiKind(kind) ? decideAois(db, readings, { ...work, kind }) : recordKinds[kind].decide(db, readings, work)
}
