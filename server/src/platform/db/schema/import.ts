import type { Generated } from 'kysely'
import type { AoiChange, FileProblem, Import, ImportMapping, ImportOutcome, ImportReason } from '#contract'
import type { Json, JsonDefault, JsonOrNull, MomentNow, MomentOrNull } from './columns.ts'

export interface ImportTable {
  id: string
  serviceId: string
  creatorId: string | null
  undoneBy: string | null
  state: Generated<Import['state']>
  isReported: Generated<boolean>
  fileName: Generated<string>
  format: string | null
  encoding: string | null
  shape: string | null
  columns: JsonDefault<Import['columns']>
  mapping: JsonOrNull<ImportMapping>
  problem: JsonOrNull<FileProblem>
  rowCount: Generated<number>
  doneRows: Generated<number>
  newCount: Generated<number>
  changedCount: Generated<number>
  unchangedCount: Generated<number>
  rejectedCount: Generated<number>
  undoneCount: Generated<number>
  keptCount: Generated<number>
  createdAt: MomentNow
  workedAt: MomentNow
  finishedAt: MomentOrNull
}

export interface ImportRowTable {
  importId: string
  serviceId: string
  number: number
  line: number
  cells: Json<string[]>
  outcome: ImportOutcome | null
  reasons: JsonOrNull<ImportReason[]>
  aoiId: string | null
  before: JsonOrNull<AoiChange>
  writtenAt: MomentOrNull
  isKept: Generated<boolean>
}
