import type { ColumnType, Generated } from 'kysely'
import type { Language, NotificationKind, ProgressTextName, TokenScope, UserType } from '#contract'
import type {
  Derived,
  Json,
  JsonDefault,
  Moment,
  MomentNow,
  MomentOrNull,
  PlaceOrNull,
  ServiceOfParent,
} from './columns.ts'

export interface MemberTable {
  id: string
  serviceId: string
  roleId: string | null
  type: UserType
  isServerOwner: Generated<boolean>
  username: string
  passwordHash: string
  mustChangePassword: Generated<boolean>
  firstName: Generated<string>
  lastName: Generated<string>
  descriptionHtml: Generated<string>
  phone: string | null
  /** Confirmed address, visible only to the member. */
  email: string | null
  photoFileId: string | null
  language: Language | null
  allowCsvDownload: Generated<boolean>
  enableGpsLocation: Generated<boolean>
  homeLocation: PlaceOrNull
  homeAddress: string | null
  location: PlaceOrNull
  locationAt: MomentOrNull
  termsAgreedAt: MomentOrNull
  notificationPreferences: JsonDefault<Record<string, unknown>>
  hidesGettingStarted: Generated<boolean>
  createdAt: MomentNow
  updatedAt: MomentNow
  deletedAt: MomentOrNull
  /** When everything of the member except its name was erased, 30 days after the deletion. */
  erasedAt: MomentOrNull
}

export interface MemberServiceTable {
  memberId: string
  serviceId: string
  grantedAt: MomentNow
}

/** Recently seen members. Unlogged: empty after a crash of the database. */
export interface PresenceTable {
  memberId: string
  serviceId: ServiceOfParent
  lastSeenAt: Moment
  isToldOnline: boolean
  isMoved: Generated<boolean>
}

export interface SessionTable {
  id: string
  tokenHash: Buffer
  memberId: string
  serviceId: ServiceOfParent
  createdAt: MomentNow
  lastUsedAt: MomentNow
  expiresAt: Moment
  endedAt: MomentOrNull
  userAgent: Generated<string>
  address: Generated<string>
}

export interface KnownDeviceTable {
  tokenHash: Buffer
  memberId: string
  serviceId: ServiceOfParent
  createdAt: MomentNow
  lastUsedAt: MomentNow
}

/** Secret of one-time codes; in use once a first code has confirmed it. */
export interface SecondFactorTable {
  memberId: string
  serviceId: ServiceOfParent
  secret: string
  confirmedAt: MomentOrNull
  lastStep: ColumnType<string | number, number | undefined, number>
  createdAt: MomentNow
}

export interface RecoveryCodeTable {
  memberId: string
  serviceId: ServiceOfParent
  codeHash: Buffer
  usedAt: MomentOrNull
}

export interface SignInTicketTable {
  tokenHash: Buffer
  memberId: string
  serviceId: ServiceOfParent
  tries: Generated<number>
  expiresAt: Moment
}

export interface AttemptTable {
  chargeId: string
  budget: string
  isPending: Generated<boolean>
  at: Moment
  expiresAt: Moment
}

export interface InviteTable {
  id: string
  serviceId: string
  roleId: string
  type: UserType
  tokenHash: Buffer
  createdBy: string | null
  createdAt: MomentNow
  expiresAt: Moment
  openedAt: MomentOrNull
  formExpiresAt: MomentOrNull
  usedAt: MomentOrNull
  usedBy: string | null
  email: string | null
}

export interface EmailConfirmationTable {
  memberId: string
  serviceId: ServiceOfParent
  id: string
  email: string
  tokenHash: Buffer
  createdAt: MomentNow
  expiresAt: Moment
}

export interface PublicLinkTable {
  id: string
  serviceId: string
  token: string
  createdBy: string | null
  createdAt: MomentNow
  replacedAt: MomentOrNull
  alertedAt: MomentOrNull
  holdsReports: Generated<boolean>
}

export interface ReentryLinkTable {
  id: string
  memberId: string
  serviceId: ServiceOfParent
  tokenHash: Buffer
  createdBy: string | null
  createdAt: MomentNow
  expiresAt: Moment
  usedAt: MomentOrNull
}

export interface ApprovalRequestTable {
  id: string
  serviceId: string
  memberId: string
  kind: 'role' | 'service'
  roleId: string | null
  state: Generated<'pending' | 'approved' | 'refused' | 'withdrawn'>
  createdAt: MomentNow
  decidedBy: string | null
  decidedAt: MomentOrNull
}

export interface VisitorTable {
  id: string
  serviceId: string
  followTokenHash: Buffer
  publicLinkId: string | null
  firstName: Generated<string>
  lastName: Generated<string>
  phone: string | null
  phoneDigits: Derived<string | null>
  /** Whether the visitor is identified by a phone number that the SMS gateway vouches for. */
  isByText: Generated<boolean>
  language: Generated<Language>
  createdAt: MomentNow
  lastSeenAt: MomentNow
}

/** A visitor's contact for updates. `told`: the last step sent, by the id of the report. */
export interface ReporterContactTable {
  visitorId: string
  serviceId: string
  email: string | null
  language: Language
  codeId: string | null
  codeExpiresAt: MomentOrNull
  confirmedAt: MomentOrNull
  tokenHash: Buffer
  told: JsonDefault<Record<string, string>>
  devices: JsonDefault<ReporterDevice[]>
  checkedAt: MomentNow
  createdAt: MomentNow
}

export type ReporterDevice = PushSubscriptionKeys & { language: Language }

export interface ReporterTextTable {
  serviceId: string
  name: ProgressTextName
  texts: Json<Record<Language, string>>
}

/** Notifications whose recipients are looked up after the commit. */
export interface NotificationTable {
  id: Derived<number>
  kind: NotificationKind
  aoiId: string
  serviceId: ServiceOfParent
  byId: string | null
  memberIds: Generated<string[]>
  texts: Json<Record<string, string>>
  /** Messages are already enqueued for devices up to this id. */
  afterDeviceId: string | null
  createdAt: MomentNow
}

export interface PushDeviceTable {
  id: string
  memberId: string
  serviceId: ServiceOfParent
  sessionId: string | null
  deviceType: Generated<'web'>
  endpoint: string
  subscription: Json<PushSubscriptionKeys>
  language: Language | null
  createdAt: MomentNow
  lastDeliveredAt: MomentOrNull
}

export type PushSubscriptionKeys = { endpoint: string; keys: { p256dh: string; auth: string } }

export interface PushMessageTable {
  id: string
  memberId: string
  serviceId: ServiceOfParent
  deviceId: string | null
  payload: Json<Record<string, unknown>>
  topic: string | null
  state: Generated<'waiting' | 'delivered' | 'failed'>
  attempts: Generated<number>
  nextAttemptAt: MomentNow
  lastProblem: string | null
  createdAt: MomentNow
  deliveredAt: MomentOrNull
}

export interface ApiTokenTable {
  id: string
  serviceId: string
  creatorId: string
  name: string
  tokenHash: Buffer
  scopes: TokenScope[]
  eventTypeIds: string[] | null
  regionIds: string[] | null
  createdAt: MomentNow
  expiresAt: Moment
  lastUsedAt: MomentOrNull
  revokedAt: MomentOrNull
}

export interface CalendarFeedTable {
  id: string
  memberId: string
  serviceId: ServiceOfParent
  tokenHash: Buffer
  createdAt: MomentNow
  lastUsedAt: MomentOrNull
  revokedAt: MomentOrNull
}
