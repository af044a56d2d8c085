/** The kinds of subjects of rights, with the fields that each must have. Who may do what is in access.ts. */

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
  /** Null: reported by a visitor, or made by the system. */
  creatorId: idOrNull,
  eventTypeId: idOrNull,
  regionId: idOrNull,
  /** Shared with the actor from elsewhere, so it exists although its service is not visible. */
  isSharedWithMe: flag,
}
const member = {
  ...service,
  memberId: text,
  type: oneOf(...userTypes),
  /** An owner of the server stands above other Technicians. */
  isServerOwner: flag,
}

/** Fields of each kind of subject, for types and run-time checks. */
const fieldsOf = {
  none: {},
  /** Something that belongs to one service, or that service itself. */
  service,
  newAoi: { serviceId: aoi.serviceId, kind: aoi.kind, eventTypeId: aoi.eventTypeId, regionId: aoi.regionId },
  aoiKind: { serviceId: aoi.serviceId, kind: aoi.kind },
  aoi,
  /** Null: no member deleted it. */
  deletedAoi: { ...aoi, deletedBy: idOrNull },
  metric: { ...service, isAdminOnly: flag },
  /** An invitation has no member yet, only a future type. */
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

/** Whether a subject is complete. Anything not checked by the compiler passes here or fails. */
export const isComplete = (kind: SubjectKind, subject: unknown): boolean => {
  const fields: [string, Check<unknown>][] = Object.entries(fieldsOf[kind])
  if (fields.length === 0) return true
  if (typeof subject !== 'object' || subject === null) return false
  return fields.every(([name, isRight]) => isRight((subject as Record<string, unknown>)[name]))
}
