import type { Generated } from 'kysely'
import type { AoiState, CellSize } from '#contract'
import type { MomentNow, ServiceOfParent } from './columns.ts'

export interface BoardTable {
  serviceId: string
  token: string
  isOn: Generated<boolean>
  typeIds: Generated<string[]>
  states: Generated<AoiState[]>
  cellMetres: CellSize
  days: number
  timeZone: string
  origins: Generated<string[]>
}

export interface PublicTextTable {
  aoiId: string
  serviceId: ServiceOfParent
  text: string
  /** The approved picture, shown while it is still the event's picture. */
  photoId: string | null
  changedBy: string | null
  changedAt: MomentNow
}
