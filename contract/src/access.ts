/** The one table of rights (behaviour 1–4). This is the only file that names a user type. */

export const userTypes = ['Operator', 'Admin', 'Technician'] as const
export type UserType = (typeof userTypes)[number]

export type Action =
  | 'profile.read'
  | 'profile.edit'
  | 'profile.delete'
  | 'session.end'
  | 'terms.agree'
  | 'live.listen'
  | 'service.read'
  | 'service.edit'
  | 'service.create'
  | 'service.delete'
  | 'server.edit'
  | 'server.read'
  | 'mapSettings.edit'
  | 'role.read'
  | 'role.edit'
  | 'action.read'
  | 'action.edit'
  | 'eventType.read'
  | 'eventType.edit'
  | 'region.read'
  | 'region.edit'
  | 'metric.read'
  | 'metric.edit'
  | 'community.read'
  | 'community.edit'
  | 'member.read'
  | 'member.invite'
  | 'member.edit'
  | 'member.delete'
  | 'member.challenge'
  | 'member.provideServices'
  | 'request.decide'
  | 'publicLink.read'
  | 'publicLink.replace'
  | 'aoi.read'
  | 'aoi.create'
  | 'aoi.edit'
  | 'aoi.delete'
  | 'aoi.restore'
  | 'aoi.log'
  | 'aoi.share'
  | 'aoi.archive'
  | 'subscriber.remove'
  | 'sensor.read'
  | 'sensor.acknowledge'
  | 'sensor.edit'
  | 'ingestKey.edit'
  | 'audit.read'

export type Actor = {
  id: string
  /** As its entries are signed. */
  name: string
  type: UserType
  serviceId: string
  /** Own service first, then the provided ones. */
  visibleServiceIds: readonly string[]
  isViewer: boolean
  isServerOwner: boolean
}

/** What a right is asked about; a thing says of itself only what it has. */
export type Thing = {
  serviceId?: string | null
  creatorId?: string | null
  state?: string
  /** Of an AOI. */
  kind?: string
  /** Who deleted it, while it can be restored. */
  deletedBy?: string | null
  /** The member that is acted on, its type, and whether it owns the server: an owner stands above other Technicians. */
  memberId?: string
  type?: UserType
  isServerOwner?: boolean
  /** Shared with the actor from elsewhere: may be read though its service is not visible. */
  isSharedWithMe?: boolean
  /** A metric that is not for everyone. */
  isAdminOnly?: boolean
}

type Rule = {
  /** Known before the body is read. */
  who: (actor: Actor) => boolean
  /** Known once the thing is. */
  which: (actor: Actor, thing: Thing) => boolean
}

const yes = () => true
const rule = (parts: Partial<Rule> = {}): Rule => ({ who: yes, which: yes, ...parts })
const notViewer = (actor: Actor) => !actor.isViewer
const inOwnService = (actor: Actor, thing: Thing) => !thing.serviceId || thing.serviceId === actor.serviceId
const mine = (actor: Actor, thing: Thing) => thing.creatorId === actor.id
const notAbove = (actor: Actor, thing: Thing) =>
  (!thing.type || rank(thing.type) <= rank(actor.type)) && (!thing.isServerOwner || actor.isServerOwner)
const myself = (actor: Actor, thing: Thing) => thing.memberId === actor.id
const rank = (type: UserType) => userTypes.indexOf(type)

/** Sensor areas belong to whoever keeps the sensors. */
const notArea = (thing: Thing) => thing.kind !== 'sensor'

const anyone = rule()
const ownService = rule({ which: inOwnService })
const worker = rule({ who: notViewer })
const worksInOwnService = rule({ who: notViewer, which: inOwnService })
const worksOnReports = rule({ who: notViewer, which: (a, t) => inOwnService(a, t) && notArea(t) })
const creator = rule({ who: notViewer, which: (a, t) => mine(a, t) && notArea(t) })
const creatorWhileNew = rule({ who: notViewer, which: (a, t) => mine(a, t) && notArea(t) && t.state === 'new' })
const deletedByMe = rule({ who: notViewer, which: (actor, thing) => thing.deletedBy === actor.id })
/** For what concerns oneself there is the profile, and somebody else to ask. */
const overMember = rule({ which: (a, t) => inOwnService(a, t) && notAbove(a, t) && !myself(a, t) })
const forMyself = rule({ which: myself })
const forMyselfOrMember = rule({ which: (a, t) => myself(a, t) || overMember.which(a, t) })
const serverOwner = rule({ who: (actor) => actor.isServerOwner })

type Rights = Partial<Record<Action, Rule>>

const operator: Rights = {
  'profile.read': anyone,
  'profile.edit': anyone,
  'profile.delete': anyone,
  'session.end': anyone,
  'terms.agree': anyone,
  'live.listen': anyone,
  'service.read': anyone,
  'role.read': anyone,
  'action.read': anyone,
  'eventType.read': anyone,
  'region.read': anyone,
  'metric.read': anyone,
  'community.read': anyone,
  'member.read': anyone,
  'aoi.read': anyone,
  'sensor.read': anyone,
  'member.provideServices': forMyself,
  'sensor.acknowledge': worker,
  'publicLink.read': worker,
  'aoi.create': worksOnReports,
  'aoi.edit': creator,
  'aoi.delete': creatorWhileNew,
  'aoi.restore': deletedByMe,
  'aoi.log': worker,
  'aoi.share': worker,
  'aoi.archive': worker,
  'subscriber.remove': worker,
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
  'member.invite': overMember,
  'member.edit': overMember,
  'member.delete': overMember,
  'member.challenge': overMember,
  'member.provideServices': forMyselfOrMember,
  'request.decide': overMember,
  'publicLink.replace': worksInOwnService,
  'aoi.edit': worksOnReports,
  'aoi.delete': worksOnReports,
  'aoi.restore': worksOnReports,
  'audit.read': ownService,
}

const technician: Rights = {
  ...admin,
  'aoi.create': worksInOwnService,
  'aoi.edit': worksInOwnService,
  'aoi.delete': worksInOwnService,
  'aoi.restore': worksInOwnService,
  'sensor.edit': ownService,
  'ingestKey.edit': ownService,
  'mapSettings.edit': ownService,
  'server.read': anyone,
  'service.create': serverOwner,
  'service.delete': serverOwner,
  'server.edit': serverOwner,
}

const rights: Record<UserType, Rights> = { Operator: operator, Admin: admin, Technician: technician }

const ruleOf = (actor: Actor, action: Action): Rule | undefined => rights[actor.type]?.[action]

/** The right as far as the actor alone decides it: asked before a body is parsed, and to hide what would be refused. */
export const mayEver = (actor: Actor, action: Action): boolean => ruleOf(actor, action)?.who(actor) ?? false

export const may = (actor: Actor, action: Action, thing: Thing = {}): boolean =>
  mayEver(actor, action) && (ruleOf(actor, action)?.which(actor, thing) ?? false)

/** Whether the thing exists at all for this actor; when not, the answer is 404 and never 403. */
export const canSee = (actor: Actor, thing: Thing): boolean =>
  (!thing.isAdminOnly || mayEver(actor, 'metric.edit')) &&
  (!thing.serviceId || thing.isSharedWithMe === true || actor.visibleServiceIds.includes(thing.serviceId))

/** The types that have a right, as far as the type alone decides it. */
export const typesWith = (action: Action): UserType[] => userTypes.filter((type) => rights[type][action] !== undefined)

export const canOwnServer = (type: UserType): boolean => type === 'Technician'

/** Types a member may hand out: its own and those below it; an Operator none. */
export const invitableTypes = (actor: Actor): UserType[] =>
  mayEver(actor, 'member.invite') ? userTypes.filter((type) => rank(type) <= rank(actor.type)).reverse() : []

export type MenuItem = 'events' | 'activities' | 'groups' | 'sensors' | 'archived' | 'profile' | 'team' | 'about'

/** Who sees which item of the menu (specification, section 6). Groups also wait until there are any. */
const menu: Record<UserType, readonly MenuItem[]> = {
  Operator: ['events', 'activities', 'archived', 'profile', 'team', 'about'],
  Admin: ['events', 'activities', 'groups', 'archived', 'profile', 'team', 'about'],
  Technician: ['events', 'activities', 'groups', 'sensors', 'archived', 'profile', 'team', 'about'],
}
const needsNetwork: readonly MenuItem[] = ['events', 'activities']

export const menuFor = (type: UserType, world: { hasGroups: boolean; isOffline: boolean }): MenuItem[] =>
  menu[type].filter(
    (item) => (item !== 'groups' || world.hasGroups) && !(world.isOffline && needsNetwork.includes(item)),
  )
