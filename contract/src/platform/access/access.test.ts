import { describe, expect, test } from 'vitest'
import { allEndpoints } from '#contract'
import { type Actor, canOwnServer, canSee, invitableTypes, isAskedFully, may, mayEver, typesWith } from './access.ts'
import type { Action } from './action.ts'

/**
 * Expected rights, written by hand: action, subject, and all actors with the right. `npm run mutants` changes one rule
 * at a time and expects a failure in this file.
 */
const member = {
  name: 'Dana',
  serviceId: 'home',
  visibleServiceIds: ['home', 'provided'],
  isViewer: false,
  mayExport: false,
  token: null,
}
const make = (id: string, type: Actor['type'], more: Partial<Actor> = {}): Actor => ({
  ...member,
  id,
  type,
  isServerOwner: false,
  ...more,
})
const actors = {
  operator: make('operator', 'Operator'),
  viewer: make('viewer', 'Operator', { isViewer: true }),
  admin: make('admin', 'Admin'),
  adminViewer: make('adminViewer', 'Admin', { isViewer: true }),
  technician: make('technician', 'Technician'),
  technicianViewer: make('technicianViewer', 'Technician', { isViewer: true }),
  owner: make('owner', 'Technician', { isServerOwner: true }),
  exporter: make('exporter', 'Operator', { isViewer: true, mayExport: true }),
}
type Name = keyof typeof actors
const names = Object.keys(actors) as Name[]

const everyone = names
const nobody: Name[] = []
const owner: Name[] = ['owner']
const exporter: Name[] = ['exporter']
const workers: Name[] = ['operator', 'admin', 'technician', 'owner']
const technicians: Name[] = ['technician', 'technicianViewer', 'owner']
const workingTechnicians: Name[] = ['technician', 'owner']
const admins: Name[] = ['admin', 'adminViewer', ...technicians]
const workingAdmins: Name[] = ['admin', 'technician', 'owner']

type Subject = Record<string, unknown> | undefined
/** The subject is the same for all actors, or depends on the actor ("its own"). */
type Row = [Action, about: string, Subject | ((actor: Actor) => Subject), who: Name[]]

const actorAlone = (who: Name[], ...actions: Action[]) =>
  actions.map((action): Row => [action, 'nothing else', undefined, who])

/** Rights in the actor's own service and in services provided to the actor. */
const ofService = (own: Name[], provided: Name[], ...actions: Action[]) =>
  actions.flatMap((action): Row[] => [
    [action, 'the own service', { serviceId: 'home' }, own],
    [action, 'a provided service', { serviceId: 'provided' }, provided],
    [action, 'a service that is not visible', { serviceId: 'elsewhere' }, nobody],
  ])

const unplaced = { eventTypeId: null, regionId: null }
const report = {
  serviceId: 'home',
  kind: 'event',
  state: 'new',
  creatorId: 'someone',
  ...unplaced,
  isSharedWithMe: false,
}
const onAnyReport = (who: Name[], ...actions: Action[]) =>
  actions.flatMap((action): Row[] => [
    [action, 'a report of the own service', report, who],
    [action, 'a report of a visitor', { ...report, creatorId: null }, who],
    [action, 'a sensor area', { ...report, kind: 'sensor' }, who],
    [action, 'a report that is done', { ...report, state: 'done' }, who],
    [action, 'a report of a provided service', { ...report, serviceId: 'provided' }, who],
    [action, 'a report shared from elsewhere', { ...report, serviceId: 'elsewhere', isSharedWithMe: true }, who],
    [action, 'a report from elsewhere', { ...report, serviceId: 'elsewhere' }, nobody],
  ])
const mine =
  (more: object = {}) =>
  (actor: Actor) => ({ ...report, creatorId: actor.id, ...more })
const deleted = { ...report, deletedBy: 'someone' }

const colleague = { serviceId: 'home', memberId: 'colleague', type: 'Operator', isServerOwner: false }
const aboveColleague = { ...colleague, type: 'Technician' }
const serverOwner = { ...aboveColleague, isServerOwner: true }
const oneself = (actor: Actor) => ({
  serviceId: 'home',
  memberId: actor.id,
  type: actor.type,
  isServerOwner: actor.isServerOwner,
})
const onMember = (...actions: Action[]) =>
  actions.flatMap((action): Row[] => [
    [action, 'an Operator', colleague, admins],
    [action, 'an Admin', { ...colleague, type: 'Admin' }, admins],
    [action, 'a Technician', aboveColleague, technicians],
    [action, 'an owner of the server', serverOwner, owner],
    [action, 'a member of a provided service', { ...colleague, serviceId: 'provided' }, nobody],
    [action, 'a member of another service', { ...colleague, serviceId: 'elsewhere' }, nobody],
  ])
const requestOf = (kind: 'role' | 'service', of: object) => ({ ...of, kind })

const table: Row[] = [
  ...actorAlone(
    everyone,
    'profile.read',
    'profile.edit',
    'profile.delete',
    'position.send',
    'session.end',
    'terms.agree',
  ),
  ...actorAlone(everyone, 'live.listen', 'place.search', 'service.list', 'role.list', 'action.list', 'region.list'),
  ...actorAlone(everyone, 'community.list', 'member.list', 'aoi.list', 'sensor.list', 'alarm.list', 'warning.list'),
  ...actorAlone(exporter, 'list.export'),
  ...actorAlone(everyone, 'token.list', 'token.create'),
  ...actorAlone(nobody, 'token.current'),
  ['token.revoke', 'its own', (actor) => ({ serviceId: 'home', creatorId: actor.id }), everyone],
  ['token.revoke', 'one of someone else', { serviceId: 'home', creatorId: 'someone' }, admins],
  ['token.revoke', 'one of another service', { serviceId: 'provided', creatorId: 'someone' }, nobody],
  ...actorAlone(technicians, 'server.read'),
  ...actorAlone(owner, 'server.edit', 'service.create', 'service.delete'),

  ...ofService(everyone, everyone, 'service.read', 'service.readAois', 'service.readMetrics', 'role.read'),
  ...ofService(everyone, everyone, 'eventType.read', 'region.read', 'community.read', 'member.read', 'sensor.read'),
  ...ofService(workers, workers, 'sensor.acknowledge', 'alarm.end'),
  ...ofService(everyone, nobody, 'rota.list'),
  ...ofService(workers, nobody, 'publicLink.read', 'rota.swap', 'report.review'),
  ...ofService(workingAdmins, nobody, 'publicLink.replace', 'import.run'),
  ...ofService(admins, nobody, 'service.edit', 'role.edit', 'action.edit', 'eventType.edit', 'region.edit'),
  ...ofService(admins, nobody, 'rule.edit', 'webhook.edit', 'warningFeed.edit'),
  ...ofService(admins, nobody, 'metric.edit', 'community.edit', 'request.list', 'audit.read'),
  ...ofService(technicians, nobody, 'mapSettings.edit', 'sensor.edit', 'ingestKey.edit', 'reading.send'),

  ['metric.read', 'one for all', { serviceId: 'home', isAdminOnly: false }, everyone],
  ['metric.read', 'one for Admins', { serviceId: 'home', isAdminOnly: true }, admins],
  ['metric.read', 'one for Admins of a provided service', { serviceId: 'provided', isAdminOnly: true }, admins],
  ['metric.read', 'one of another service', { serviceId: 'elsewhere', isAdminOnly: false }, nobody],

  ...onAnyReport(everyone, 'aoi.read'),
  ...onAnyReport(workers, 'aoi.log', 'aoi.share', 'aoi.archive', 'subscriber.remove'),
  ['aoi.create', 'an event', { serviceId: 'home', kind: 'event', ...unplaced }, workers],
  ['aoi.create', 'an activity', { serviceId: 'home', kind: 'activity', ...unplaced }, workers],
  ['aoi.create', 'a sensor area', { serviceId: 'home', kind: 'sensor', ...unplaced }, workingTechnicians],
  ['aoi.create', 'an event in a provided service', { serviceId: 'provided', kind: 'event', ...unplaced }, nobody],
  ['aoi.create', 'an area in a provided service', { serviceId: 'provided', kind: 'sensor', ...unplaced }, nobody],
  ['aoi.create', 'an event elsewhere', { serviceId: 'elsewhere', kind: 'event', ...unplaced }, nobody],

  ['aoi.merge', 'events', { serviceId: 'home', kind: 'event' }, workers],
  ['aoi.merge', 'activities', { serviceId: 'home', kind: 'activity' }, nobody],
  ['aoi.merge', 'sensor areas', { serviceId: 'home', kind: 'sensor' }, nobody],
  ['aoi.merge', 'events of a provided service', { serviceId: 'provided', kind: 'event' }, nobody],
  ['aoi.merge', 'events elsewhere', { serviceId: 'elsewhere', kind: 'event' }, nobody],

  ['aoi.edit', 'its own', mine(), workers],
  ['aoi.edit', 'its own that is done', mine({ state: 'done' }), workers],
  ['aoi.edit', 'its own area', mine({ kind: 'sensor' }), workingTechnicians],
  ['aoi.edit', 'one of someone else', report, workingAdmins],
  ['aoi.edit', 'one of a visitor', { ...report, creatorId: null }, workingAdmins],
  ['aoi.edit', 'an area of someone else', { ...report, kind: 'sensor' }, workingTechnicians],
  ['aoi.edit', 'one of a provided service', { ...report, serviceId: 'provided' }, nobody],
  ['aoi.edit', 'one shared from elsewhere', { ...report, serviceId: 'elsewhere', isSharedWithMe: true }, nobody],

  ['aoi.delete', 'its own while new', mine(), workers],
  ['aoi.delete', 'its own activity while new', mine({ kind: 'activity' }), workers],
  ['aoi.delete', 'its own in progress', mine({ state: 'inProgress' }), workingAdmins],
  ['aoi.delete', 'its own that is done', mine({ state: 'done' }), workingAdmins],
  ['aoi.delete', 'its own area', mine({ kind: 'sensor' }), workingTechnicians],
  ['aoi.delete', 'a new one of someone else', report, workingAdmins],
  ['aoi.delete', 'an area of someone else', { ...report, kind: 'sensor' }, workingTechnicians],
  ['aoi.delete', 'one of a provided service', { ...report, serviceId: 'provided' }, nobody],

  ['aoi.restore', 'one it deleted', (actor) => ({ ...deleted, deletedBy: actor.id }), workers],
  ['aoi.restore', 'one that someone deleted', deleted, workingAdmins],
  ['aoi.restore', 'its own that someone deleted', (actor) => ({ ...deleted, creatorId: actor.id }), workingAdmins],
  ['aoi.restore', 'one that no member deleted', { ...deleted, deletedBy: null }, workingAdmins],
  ['aoi.restore', 'an area that someone deleted', { ...deleted, kind: 'sensor' }, workingTechnicians],
  ['aoi.restore', 'one of a provided service', { ...deleted, serviceId: 'provided' }, nobody],
  ['aoi.restore', 'one of another service', { ...deleted, serviceId: 'elsewhere' }, nobody],

  ['member.invite', 'an Operator', { serviceId: 'home', type: 'Operator' }, admins],
  ['member.invite', 'an Admin', { serviceId: 'home', type: 'Admin' }, admins],
  ['member.invite', 'a Technician', { serviceId: 'home', type: 'Technician' }, technicians],
  ['member.invite', 'to a provided service', { serviceId: 'provided', type: 'Operator' }, nobody],
  ['member.invite', 'to another service', { serviceId: 'elsewhere', type: 'Operator' }, nobody],
  ...onMember('member.edit', 'member.delete', 'member.challenge', 'member.provideServices'),
  ['member.edit', 'oneself', oneself, nobody],
  ['member.delete', 'oneself', oneself, nobody],
  ['member.challenge', 'oneself', oneself, nobody],
  ['member.provideServices', 'oneself', oneself, everyone],
  ['request.decide', 'a role for an Operator', requestOf('role', colleague), admins],
  ['request.decide', 'a role for a Technician', requestOf('role', aboveColleague), technicians],
  ['request.decide', 'a role for an owner', requestOf('role', serverOwner), owner],
  ['request.decide', 'a role for itself', (actor) => requestOf('role', oneself(actor)), nobody],
  ['request.decide', 'to see the service, by a Technician', requestOf('service', aboveColleague), admins],
  ['request.decide', 'to see the service, by an owner', requestOf('service', serverOwner), admins],
  ['request.decide', 'to see the service, by itself', (actor) => requestOf('service', oneself(actor)), nobody],
  [
    'request.decide',
    'to see a provided service',
    requestOf('service', { ...colleague, serviceId: 'provided' }),
    nobody,
  ],
  ['request.decide', 'a role elsewhere', requestOf('role', { ...colleague, serviceId: 'elsewhere' }), nobody],
]

/** Called without type checks, as from plain JavaScript. */
const ask = may as (actor: Actor, action: string, subject?: unknown) => boolean
const askSight = canSee as (actor: Actor, action: string, subject?: unknown) => boolean
const subjectFor = ([, , subject]: Row, actor: Actor): Subject =>
  typeof subject === 'function' ? subject(actor) : subject

test.each(table)('%s, %s', (...row) => {
  const [action, , , who] = row
  const allowed = names.filter((name) => ask(actors[name], action, subjectFor(row, actors[name])))
  expect(allowed).toEqual(names.filter((name) => who.includes(name)))
})

test('every right that an endpoint needs is in the table, and no other', () => {
  const needed = allEndpoints.map(({ endpoint }) => endpoint.needs as string).filter((need) => need.includes('.'))
  // No endpoint names this right: `ingestKey` endpoints check it for API tokens.
  needed.push('reading.send')
  expect([...new Set(table.map(([action]) => action as string))].sort()).toEqual([...new Set(needed)].sort())
})

test('refuses types without the right before the body is parsed, and no others', () => {
  for (const action of new Set(table.map(([name]) => name))) {
    const ever = new Set(table.filter(([name]) => name === action).flatMap(([, , , who]) => who))
    expect(
      names.filter((name) => mayEver(actors[name], action)),
      action,
    ).toEqual(names.filter((name) => ever.has(name)))
  }
})

describe('an incomplete subject', () => {
  const told = table.filter((row) => subjectFor(row, actors.owner) && row[3].includes('owner'))

  test.each(told)('%s, %s: no field may be missing, empty or of another kind', (...row) => {
    const [action] = row
    const subject = subjectFor(row, actors.owner) ?? {}
    for (const field of Object.keys(subject)) {
      const { [field]: _, ...rest } = subject
      const isNullable =
        ['creatorId', 'eventTypeId', 'regionId', 'deletedBy'].includes(field) && action !== 'token.revoke'
      const wrong = [undefined, ...(isNullable ? [] : [null]), '', 7, {}, [subject[field]]]
      const holes = [rest, ...wrong.map((value) => ({ ...rest, [field]: value }))]
      for (const hole of holes) {
        expect(ask(actors.owner, action, hole), field).toBe(false)
        expect(askSight(actors.owner, action, hole), field).toBe(false)
      }
    }
  })

  test.each(told)('%s, %s: there has to be one', (...row) => {
    for (const nothing of [undefined, null, '', {}, 'home', []]) {
      expect(ask(actors.owner, row[0], nothing)).toBe(false)
      expect(askSight(actors.owner, row[0], nothing)).toBe(false)
    }
  })

  test('does not compile', () => {
    const { technician } = actors
    // @ts-expect-error the subject has no service
    expect(may(technician, 'role.edit', {})).toBe(false)
    // @ts-expect-error the service is null
    expect(may(technician, 'role.edit', { serviceId: null })).toBe(false)
    // @ts-expect-error the subject is missing
    expect(may(technician, 'role.edit')).toBe(false)
    // @ts-expect-error the subject is missing
    expect(may(technician, 'aoi.read')).toBe(false)
    // @ts-expect-error the subject has no kind
    expect(may(technician, 'aoi.create', { serviceId: 'home', ...unplaced })).toBe(false)
    const { state: _, ...stateless } = { ...report, kind: 'event', state: 'new' } as const
    // @ts-expect-error the subject has no state
    expect(may(technician, 'aoi.edit', stateless)).toBe(false)
    // @ts-expect-error the subject has no isServerOwner
    expect(may(technician, 'member.edit', { serviceId: 'home', memberId: 'x', type: 'Operator' })).toBe(false)
    // @ts-expect-error the subject has no isAdminOnly
    expect(may(technician, 'metric.read', { serviceId: 'home' })).toBe(false)
    // @ts-expect-error this right takes no subject
    expect(may(technician, 'profile.read', { serviceId: 'home' })).toBe(true)
  })
})

test('distinguishes invisible subjects (404) from forbidden ones (403)', () => {
  expect(askSight(actors.operator, 'role.edit', { serviceId: 'home' })).toBe(true)
  expect(askSight(actors.operator, 'role.edit', { serviceId: 'provided' })).toBe(true)
  expect(askSight(actors.owner, 'role.edit', { serviceId: 'elsewhere' })).toBe(false)
  expect(askSight(actors.operator, 'metric.read', { serviceId: 'home', isAdminOnly: true })).toBe(false)
  const shared = { ...report, serviceId: 'elsewhere', isSharedWithMe: true }
  expect(askSight(actors.operator, 'aoi.edit', shared)).toBe(true)
  expect(askSight(actors.operator, 'aoi.restore', { ...shared, deletedBy: null })).toBe(true)
  expect(askSight(actors.owner, 'aoi.edit', { ...shared, isSharedWithMe: false })).toBe(false)
  expect(askSight(actors.viewer, 'server.edit')).toBe(true)
  const invited = { serviceId: 'home', type: 'Admin' }
  const drafted = { serviceId: 'home', kind: 'event', ...unplaced }
  const seen: [Action, object][] = [
    ['member.edit', colleague],
    ['member.invite', invited],
    ['request.decide', requestOf('role', colleague)],
    ['aoi.create', drafted],
    ['aoi.restore', deleted],
  ]
  for (const [action, subject] of seen) {
    expect(askSight(actors.viewer, action, subject), action).toBe(true)
    expect(askSight(actors.owner, action, { ...subject, serviceId: 'elsewhere' }), action).toBe(false)
  }
})

test('new AOIs and invited members must name their service', () => {
  expect(isAskedFully('aoi.create', { serviceId: 'home', kind: 'event', ...unplaced })).toBe(true)
  expect(isAskedFully('aoi.create', { kind: 'event', ...unplaced })).toBe(false)
  expect(isAskedFully('member.invite', { serviceId: 'home', type: 'Admin' })).toBe(true)
  expect(isAskedFully('member.invite', { type: 'Admin' })).toBe(false)
})

test('an unknown type or action has no right', () => {
  const stranger = { ...actors.owner, type: 'Root' as Actor['type'] }
  expect(ask(stranger, 'profile.read')).toBe(false)
  expect(mayEver(stranger, 'profile.read')).toBe(false)
  expect(mayEver(actors.owner, 'server.burn' as Action)).toBe(false)
})

test('members give types up to their own, and only Technicians own the server', () => {
  expect(invitableTypes(actors.operator)).toEqual([])
  expect(invitableTypes(actors.adminViewer)).toEqual(['Admin', 'Operator'])
  expect(invitableTypes(actors.technician)).toEqual(['Technician', 'Admin', 'Operator'])
  expect(typesWith('sensor.edit')).toEqual(['Technician'])
  expect(typesWith('member.edit')).toEqual(['Admin', 'Technician'])
  expect((['Operator', 'Admin', 'Technician'] as const).filter(canOwnServer)).toEqual(['Technician'])
})
