import type { Generated } from 'kysely'
import type { ActionUnit, AoiKind, Translations } from '#contract'
import type {
  Derived,
  JsonDefault,
  JsonOrNull,
  MomentNow,
  MomentOrNull,
  Place,
  PolygonCoordinates,
  ServiceOfParent,
} from './columns.ts'

export type AoiState = 'new' | 'inProgress' | 'done'
type AoiStatus = 'OK' | 'ALERT' | 'ERROR'

export interface AoiTable {
  id: string
  number: Generated<number>
  formerNumber: number | null
  serviceId: string
  kind: AoiKind
  nonce: number
  requestedNonce: number | null
  contentHash: Buffer | null
  name: string
  nameKey: Derived<string>
  descriptionHtml: Generated<string>
  descriptionText: Generated<string>
  searchText: Generated<string>
  imageFileId: string | null
  eventTypeId: string | null
  creatorId: string | null
  visitorId: string | null
  isAnonymous: Generated<boolean>
  place: Place
  altitude: Generated<number>
  gridX: Derived<number>
  gridY: Derived<number>
  address: string | null
  regionId: string | null
  isRegionChosen: Generated<boolean>
  communityId: string | null
  startAt: MomentOrNull
  endAt: MomentOrNull
  isPublic: Generated<boolean>
  radiusMetres: number | null
  coordinates: JsonOrNull<PolygonCoordinates>
  takesSensorsInside: Generated<boolean>
  status: AoiStatus | null
  statusAt: MomentOrNull
  isWorkedOn: Generated<boolean>
  archivedAt: MomentOrNull
  archivedBy: string | null
  state: Derived<AoiState>
  createdAt: MomentNow
  receivedAt: MomentNow
  updatedAt: MomentNow
  changedAt: MomentNow
  changedBy: string | null
  changedByOthersAt: MomentOrNull
  deletedAt: MomentOrNull
  deletedBy: string | null
  mainId: string | null
  mergedIntoId: string | null
  mergedAt: MomentOrNull
  mergedBy: string | null
  respondedAt: Derived<Date | null>
  firstWordAt: Derived<Date | null>
  revision: Derived<number>
  /** The last import that wrote the AOI. */
  importId: string | null
  /** Whether rules count the AOI although an import created it. */
  isImportedReport: Generated<boolean>
  /** Id in the system from which the AOI was imported. */
  externalId: string | null
}

/** Two reports that someone marked as different events; `aoiId` is the smaller id. */
export interface TwinDismissalTable {
  serviceId: string
  aoiId: string
  otherId: string
  dismissedBy: string | null
  dismissedAt: MomentNow
}

/** `aoiId`: the report whose reporter said that it is of the same event as `otherId`. */
export interface TwinClaimTable {
  serviceId: string
  aoiId: string
  otherId: string
  claimedAt: MomentNow
}

export interface AoiAnswerTable {
  aoiId: string
  serviceId: ServiceOfParent
  questionId: string
  questionName: string
  value: string
  valueKey: Derived<string>
  sortOrder: Generated<number>
}

export interface AoiGroupTable {
  aoiId: string
  serviceId: ServiceOfParent
  groupId: string
}

export interface AoiLocalMapTable {
  aoiId: string
  serviceId: ServiceOfParent
  localMapId: string
  position: Place
  sortOrder: Generated<number>
}

export interface SubscriberTable {
  id: string
  aoiId: string
  serviceId: ServiceOfParent
  visitorId: string
  createdAt: MomentNow
  removedAt: MomentOrNull
  removedBy: string | null
}

export interface LogEntryTable {
  id: string
  aoiId: string
  serviceId: ServiceOfParent
  type: 'text' | 'action'
  isSystem: Generated<boolean>
  authorId: string | null
  visitorId: string | null
  authorKind: Generated<'member' | 'visitor' | 'system'>
  /** Report whose visitor wrote the entry or is its only recipient. */
  reportId: string | null
  authorName: Generated<string>
  text: Generated<string>
  actionId: string | null
  actionName: string | null
  actionTranslations: JsonOrNull<Translations>
  unit: ActionUnit | null
  value: string | null
  valueNumber: number | null
  params: JsonDefault<unknown[]>
  change: JsonOrNull<Record<string, unknown>>
  restricted: Generated<boolean>
  recipientId: string | null
  keywords: Generated<string[]>
  photoFileId: string | null
  sendNotification: Generated<boolean>
  nonce: number | null
  contentHash: Buffer | null
  happenedAt: MomentNow
  receivedAt: MomentNow
}

export interface ShareTable {
  aoiId: string
  serviceId: ServiceOfParent
  memberId: string
  source: 'member' | 'action' | 'system'
  sharedBy: string | null
  sharedAt: MomentNow
  doneAt: MomentOrNull
}

export interface AoiReadTable {
  memberId: string
  aoiId: string
  serviceId: ServiceOfParent
  readAt: MomentOrNull
  updatesSeenAt: MomentOrNull
  subscriptionsSeenAt: MomentOrNull
}

/** AOIs that a transaction changed, noted by triggers until its commit publishes them. */
export interface AoiChangeTable {
  id: Derived<number>
  transactionId: Derived<string>
  serviceId: string
  aoiId: string | null
  isNew: Generated<boolean>
  hasNewStatus: Generated<boolean>
  memberId: string | null
  readerId: string | null
  isRow: Generated<boolean>
  kind: AoiKind | null
  createdAt: MomentOrNull
  countedAs: AoiState | null
}
