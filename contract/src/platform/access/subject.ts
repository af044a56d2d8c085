/** Kinds of subjects of rights, with the fields that each must have. access.ts has the rules. */

export const userTypes = ['Operator', 'Admin', 'Technician'] as const
export type UserType = (typeof userTypes)[number]

type Check<T> = (value: unknown) => value is T

const text = (value: unknown): value is string => typeof value === 'string' && value !== ''
const flag = (value: unknown): value is boolean => typeof value === 'boolean'
const idOrNull = (value: unknown): value is string | null => value === null || text(value)
const oneOf =
  <T extends string>(...names: readonly T[]): Check<T> =>
  (value): value is T =>
    (names as readonly unknown[]).includes(value)

const service = { serviceId: text }
const aoi = {
  ...service,
  kind: oneOf('event', 'activity', 'sensor'),
  state: oneOf('new', 'inProgress', 'done'),
  /** Null if a visitor reported the AOI or the system created it. */
  creatorId: idOrNull,
  eventTypeId: idOrNull,
  regionId: idOrNull,
  /** Shared with the actor from a service that may be invisible to the actor. */
  isSharedWithMe: flag,
}
const member = {
  ...service,
  memberId: text,
  type: oneOf(...userTypes),
  /** A server owner ranks above other Technicians. */
  isServerOwner: flag,
}

/** Required fields by kind of subject, for types and for checks at run time. */
const fieldsOf = {
  none: {},
  /** An item that belongs to one service, or the service itself. */
  service,
  newAoi: { serviceId: aoi.serviceId, kind: aoi.kind, eventTypeId: aoi.eventTypeId, regionId: aoi.regionId },
  aoiKind: { serviceId: aoi.serviceId, kind: aoi.kind },
  aoi,
  /** `deletedBy` is null if no member deleted the AOI. */
  deletedAoi: { ...aoi, deletedBy: idOrNull },
  metric: { ...service, isAdminOnly: flag },
  /** An invitation has no member yet, only a future user type. */
  newMember: { serviceId: member.serviceId, type: member.type },
  member,
  request: { ...member, kind: oneOf('role', 'service') },
  token: { ...service, creatorId: text },
} as const satisfies Record<string, Record<string, Check<unknown>>>

export type SubjectKind = keyof typeof fieldsOf

type CheckedType<C> = C extends Check<infer T> ? T : never

export type Subject<K extends SubjectKind> = {
  readonly [F in keyof (typeof fieldsOf)[K]]: CheckedType<(typeof fieldsOf)[K][F]>
}

export type ServiceSubject = Subject<'service'>
export type AoiSubject = Subject<'aoi'>
export type MemberSubject = Subject<'member'>

/** Whether a subject has all fields of its kind, for callers that the compiler does not check. */
export const isComplete = (kind: SubjectKind, subject: unknown): boolean => {
  const fields: [string, Check<unknown>][] = Object.entries(fieldsOf[kind])
  if (fields.length === 0) return true
  if (typeof subject !== 'object' || subject === null) return false
  return fields.every(([name, isRight]) => isRight((subject as Record<string, unknown>)[name]))
}
