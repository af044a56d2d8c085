import { type Action, type ActorAction, type SubjectOf, subjectOf } from './action.ts'
import { actionsOf, type TokenGrant, type TokenScope, tokenScopes } from './scope.ts'
import {
  type AoiSubject,
  isComplete,
  type MemberSubject,
  type ServiceSubject,
  type Subject,
  type SubjectKind,
  type UserType,
  userTypes,
} from './subject.ts'

/** The table of all rights. Apart from menu.ts, no other code decides by a user type. */

export type Actor = {
  id: string
  /** Name with which the actor signs entries. */
  name: string
  type: UserType
  serviceId: string
  /** The actor's own service first, then the provided ones. */
  visibleServiceIds: readonly string[]
  isViewer: boolean
  /** Whether an Admin has allowed the actor to export lists as files. */
  mayExport: boolean
  isServerOwner: boolean
  /** API token with which the member acts; null in a session. */
  token: TokenGrant | null
}

type Service = ServiceSubject
type Aoi = Subject<'aoiKind'>
type CreatorSubject = Pick<AoiSubject, 'creatorId'>
type Member = MemberSubject

const yes = () => true
const isVisible = (actor: Actor, { serviceId }: Service) => actor.visibleServiceIds.includes(serviceId)

type Limited = Pick<AoiSubject, 'eventTypeId' | 'regionId'>
const isAmong = (ids: readonly string[] | null, id: string | null) => ids === null || (id !== null && ids.includes(id))
const isInLimits = ({ token }: Actor, { eventTypeId, regionId }: Limited) =>
  token === null || (isAmong(token.eventTypeIds, eventTypeId) && isAmong(token.regionIds, regionId))

/** A token sees neither AOIs shared with its creator nor AOIs outside its limits. */
const isVisibleOrShared = (actor: Actor, aoi: AoiSubject) =>
  actor.token ? isVisible(actor, aoi) && isInLimits(actor, aoi) : aoi.isSharedWithMe || isVisible(actor, aoi)

/** Whether the actor can see a subject, by kind; checked before the rule. */
const sees: { [K in SubjectKind]: (actor: Actor, subject: Subject<K>) => boolean } = {
  none: yes,
  service: isVisible,
  newAoi: isVisible,
  aoiKind: isVisible,
  aoi: isVisibleOrShared,
  deletedAoi: isVisibleOrShared,
  metric: (actor, metric) => isVisible(actor, metric) && (!metric.isAdminOnly || mayEver(actor, 'metric.edit')),
  newMember: isVisible,
  member: isVisible,
  request: isVisible,
  token: isVisible,
}

type Rule<S> = {
  /** Condition on the actor, checked before the body is parsed. */
  who: (actor: Actor) => boolean
  /** Condition on the subject, checked once the subject is known and the actor can see it. */
  which: (actor: Actor, subject: S) => boolean
}

const rule = <S = unknown>(parts: Partial<Rule<S>> = {}): Rule<S> => ({ who: yes, which: yes, ...parts })
const notViewer = (actor: Actor) => !actor.isViewer
const inOwnService = (actor: Actor, { serviceId }: Service) => serviceId === actor.serviceId
const mine = (actor: Actor, { creatorId }: CreatorSubject) => creatorId === actor.id
const myself = (actor: Actor, { memberId }: Pick<Member, 'memberId'>) => memberId === actor.id
const rank = (type: UserType) => userTypes.indexOf(type)
const typeNotAbove = (actor: Actor, { type }: Pick<Member, 'type'>) => rank(type) <= rank(actor.type)
const notAbove = (actor: Actor, member: Member) =>
  typeNotAbove(actor, member) && (!member.isServerOwner || actor.isServerOwner)

/** Sensor areas have other rights: whoever manages sensors manages them. */
const notArea = ({ kind }: Pick<Aoi, 'kind'>) => kind !== 'sensor'

const anyone = rule()
const ownService = rule<Service>({ which: inOwnService })
const worker = rule({ who: notViewer })
const worksInOwnService = rule<Service>({ who: notViewer, which: inOwnService })
const worksOnReports = rule<Aoi>({ who: notViewer, which: (a, s) => inOwnService(a, s) && notArea(s) })
const mergesEvents = rule<Aoi>({ who: notViewer, which: (a, s) => inOwnService(a, s) && s.kind === 'event' })
const creator = rule<Aoi & CreatorSubject>({ who: notViewer, which: (a, s) => mine(a, s) && notArea(s) })
const creatorWhileNew = rule<AoiSubject>({
  who: notViewer,
  which: (a, s) => mine(a, s) && notArea(s) && s.state === 'new',
})
const deletedByMe = rule<Subject<'deletedAoi'>>({ who: notViewer, which: (a, s) => s.deletedBy === a.id })
const invites = rule<Subject<'newMember'>>({ which: (a, s) => inOwnService(a, s) && typeNotAbove(a, s) })
/** Rights over other members. Members change their own account in their profile. */
const overMember = rule<Member>({ which: (a, s) => inOwnService(a, s) && notAbove(a, s) && !myself(a, s) })
const forMyself = rule<Member>({ which: myself })
const forMyselfOrMember = rule<Member>({ which: (a, s) => myself(a, s) || overMember.which(a, s) })
/**
 * Deciding a role request needs rights over its author. Deciding a service request only needs another member of that
 * service.
 */
const decides = rule<Subject<'request'>>({
  which: (a, s) => (s.kind === 'role' ? overMember.which(a, s) : inOwnService(a, s) && !myself(a, s)),
})
const exporter = rule({ who: (actor) => actor.mayExport })
/** An API token may report only events, within its limits. */
const reporting = (members: Rule<Aoi>): Rule<Subject<'newAoi'>> => ({
  ...members,
  which: (a, s) => members.which(a, s) && (a.token === null || (s.kind === 'event' && isInLimits(a, s))),
})
const createdByMe = rule<Subject<'token'>>({ which: (a, s) => inOwnService(a, s) && mine(a, s) })
const tokenOnly = rule({ who: (actor) => actor.token !== null })
const serverOwner = rule({ who: (actor) => actor.isServerOwner })

type Rights = { [A in Action]?: Rule<SubjectOf<A>> }

const operator: Rights = {
  'profile.read': anyone,
  'profile.edit': anyone,
  'profile.delete': anyone,
  'position.send': anyone,
  'session.end': anyone,
  'terms.agree': anyone,
  'live.listen': anyone,
  'place.search': anyone,
  'service.list': anyone,
  'service.read': anyone,
  'service.readAois': anyone,
  'service.readMetrics': anyone,
  'role.list': anyone,
  'role.read': anyone,
  'action.list': anyone,
  'eventType.read': anyone,
  'region.list': anyone,
  'region.read': anyone,
  'metric.read': anyone,
  'community.list': anyone,
  'community.read': anyone,
  'member.list': anyone,
  'member.read': anyone,
  'member.provideServices': forMyself,
  'list.export': exporter,
  'aoi.list': anyone,
  'aoi.read': anyone,
  'aoi.create': reporting(worksOnReports),
  'aoi.edit': creator,
  'aoi.delete': creatorWhileNew,
  'aoi.restore': deletedByMe,
  'aoi.log': worker,
  'aoi.share': worker,
  'aoi.archive': worker,
  'aoi.merge': mergesEvents,
  'report.review': worksInOwnService,
  'subscriber.remove': worker,
  'sensor.list': anyone,
  'sensor.read': anyone,
  'sensor.acknowledge': worker,
  'alarm.list': anyone,
  'warning.list': anyone,
  'alarm.end': worker,
  'rota.list': ownService,
  'rota.swap': worksInOwnService,
  'publicLink.read': worksInOwnService,
  'token.list': anyone,
  'token.create': anyone,
  'token.revoke': createdByMe,
  'token.current': tokenOnly,
}

const admin: Rights = {
  ...operator,
  'service.edit': ownService,
  'role.edit': ownService,
  'action.edit': ownService,
  'eventType.edit': ownService,
  'region.edit': ownService,
  'metric.edit': ownService,
  'community.edit': ownService,
  'rule.edit': ownService,
  'webhook.edit': ownService,
  'warningFeed.edit': ownService,
  'import.run': worksInOwnService,
  'member.invite': invites,
  'member.edit': overMember,
  'member.delete': overMember,
  'member.challenge': overMember,
  'member.provideServices': forMyselfOrMember,
  'request.list': ownService,
  'request.decide': decides,
  'publicLink.replace': worksInOwnService,
  'aoi.edit': worksOnReports,
  'aoi.delete': worksOnReports,
  'aoi.restore': worksOnReports,
  'audit.read': ownService,
  'token.revoke': ownService,
}

const technician: Rights = {
  ...admin,
  'aoi.create': reporting(worksInOwnService),
  'aoi.edit': worksInOwnService,
  'aoi.delete': worksInOwnService,
  'aoi.restore': worksInOwnService,
  'sensor.edit': ownService,
  'ingestKey.edit': ownService,
  'reading.send': ownService,
  'mapSettings.edit': ownService,
  'server.read': anyone,
  'service.create': serverOwner,
  'service.delete': serverOwner,
  'server.edit': serverOwner,
}

const rights: Record<UserType, Rights> = { Operator: operator, Admin: admin, Technician: technician }

/** Whether the token's scopes include the action; always true in a session. */
const isInScope = ({ token }: Actor, action: Action) =>
  token === null || token.scopes.some((scope) => actionsOf[scope]?.includes(action))

const ruleOf = <A extends Action>(actor: Actor, action: A): Rights[A] =>
  isInScope(actor, action) ? rights[actor.type]?.[action] : undefined

/** Whether the actor could have this right for some subject: checked before a body is parsed, and to hide controls. */
export const mayEver = (actor: Actor, action: Action): boolean => ruleOf(actor, action)?.who(actor) ?? false

/** Arguments of a check besides actor and action: the subject, or none if the actor alone decides. */
export type SubjectArgs<A extends Action> = A extends ActorAction ? [] : [subject: SubjectOf<A>]

/** Whether the subject has every field that this action's rules read. */
export const isAskedFully = (action: Action, subject: unknown): boolean => isComplete(subjectOf[action], subject)

/** Whether the actor can see the subject; if not, the reply is 404, never 403. */
export const canSee = <A extends Action>(actor: Actor, action: A, ...[subject]: SubjectArgs<A>): boolean => {
  const isSeen = sees[subjectOf[action]] as (actor: Actor, subject: unknown) => boolean
  return isAskedFully(action, subject) && isSeen(actor, subject)
}

/**
 * Whether the actor may perform the action. False if the actor cannot see the subject, or if the subject lacks a field
 * that the rule reads.
 */
export const may = <A extends Action>(actor: Actor, action: A, ...args: SubjectArgs<A>): boolean => {
  const rule = ruleOf(actor, action) as Rule<unknown> | undefined
  if (!rule?.who(actor)) return false
  return canSee(actor, action, ...args) && rule.which(actor, args[0])
}

/** Whether the actor reads reporters, subscribers and restricted entries. */
export const readsContacts = ({ token }: Pick<Actor, 'token'>): boolean =>
  token === null || token.scopes.includes('contacts')

/** Scopes that the actor may grant to a token: it must have every right in them. */
export const grantableScopes = (actor: Actor): TokenScope[] =>
  tokenScopes.filter((scope) =>
    actionsOf[scope].every((action) => action === 'token.current' || mayEver(actor, action)),
  )

export const typesWith = (action: Action): UserType[] => userTypes.filter((type) => rights[type][action] !== undefined)

export const canOwnServer = (type: UserType): boolean => type === 'Technician'

/** Types that a member may give to invited members: its own and lower ones; none for Operators. */
export const invitableTypes = (actor: Actor): UserType[] =>
  mayEver(actor, 'member.invite') ? userTypes.filter((type) => rank(type) <= rank(actor.type)).reverse() : []
