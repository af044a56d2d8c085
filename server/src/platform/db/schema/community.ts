import type { Generated } from 'kysely'
import type { Translations } from '#contract'
import type { JsonDefault, MomentNow, PlaceOrNull, ServiceOfParent } from './columns.ts'

export interface CommunityTable {
  id: string
  serviceId: string
  title: string
  translations: JsonDefault<Translations>
  createdAt: MomentNow
  updatedAt: MomentNow
}

export interface CommunityGroupTable {
  id: string
  communityId: string
  serviceId: ServiceOfParent
  name: string
  translations: JsonDefault<Translations>
  descriptionHtml: Generated<string>
  photoFileId: string | null
  adminId: string | null
  address: Generated<string>
  position: PlaceOrNull
  localMapId: string | null
  createdAt: MomentNow
  updatedAt: MomentNow
}

/** A member or a visitor, never both. */
export interface GroupMemberTable {
  id: string
  groupId: string
  serviceId: ServiceOfParent
  memberId: string | null
  visitorId: string | null
  joinedAt: MomentNow
}

/** Counts one action's entries or one event type's reports, never both. */
export interface CriterionTable {
  id: string
  groupId: string
  serviceId: ServiceOfParent
  name: string
  translations: JsonDefault<Translations>
  photoFileId: string | null
  actionId: string | null
  eventTypeId: string | null
  targetPerMonth: Generated<number>
  sortOrder: Generated<number>
  createdAt: MomentNow
}
