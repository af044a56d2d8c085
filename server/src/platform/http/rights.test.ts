import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  type Action,
  allEndpoints,
  type Endpoint,
  inEveryLanguage,
  mayEver,
  progressTextNames,
  type TokenScope,
  tokenScopes,
  type UserType,
} from '#contract'
import * as feeds from '../../exchange/feed/queries.ts'
import * as sessions from '../../people/session/queries.ts'
import * as tokens from '../../people/token/queries.ts'
import { addCommunity, addSubscriber } from '../../testing/activities.ts'
import { addEventType, addHeldReport, reportForm } from '../../testing/events.ts'
import { addMember, addService, PASSWORD, type TestMember } from '../../testing/people.ts'
import { formOf, testServer } from '../../testing/server.ts'
import { newId } from '../db/id.ts'
import { enqueue } from '../delivery/queue.ts'

/**
 * Every endpoint × {no key, no token, ended session, Operator, viewer, Admin, Technician} × {own service, foreign service}.
 * Fails if an endpoint has no row or a row has no endpoint.
 */
const server = await testServer({ COHESION_TRUST_PROXY: 'loopback', COHESION_LIMIT_SESSION: '0' })
const home = await addService(server.db, 'Home')
const foreign = await addService(server.db, 'Foreign')
// The last Technician and the last owner cannot be deleted, so the service gets a second one.
await addMember(server.db, home, home.roleId, { type: 'Technician', isServerOwner: true })
const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#088' } })
  .png()
  .toBuffer()

const addRegion = async (serviceId: string) => {
  const id = newId()
  const localMapId = newId()
  const ring = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
    [0, 0],
  ]
  await server.db
    .insertInto('region')
    .values({ id, serviceId, name: 'Port', coordinates: JSON.stringify([ring]) })
    .execute()
  await server.db
    .insertInto('localMap')
    .values({ id: localMapId, serviceId, regionId: id, name: 'Pier', originX: 0, originY: 0, width: 1, height: 1 })
    .execute()
  return { id, localMapId }
}
const addReportOf = async (serviceId: string) => {
  const type = await addEventType(server.db, { id: serviceId }, { name: 'Flood' })
  return addHeldReport(server.db, { serviceId, eventTypeId: type.id })
}
const onHeldReport = (asked: (id: string) => TestRequest | Promise<TestRequest>): Row => ({
  own: async () => asked(await addReportOf(home.id)),
  foreign: async () => asked(await addReportOf(foreign.id)),
  status: workers(200),
})
/** A starter set needs only one item to be removable. */
const addStarterSet = async (serviceId: string): Promise<string> => {
  const setName = 'emergency'
  await server.db.insertInto('starterItem').values({ serviceId, setName, kind: 'metric', itemId: newId() }).execute()
  return setName
}
let lastNonce = 1000
const addSensor = async (serviceId: string) => {
  const id = newId()
  await server.db.insertInto('sensor').values({ id, serviceId, serial: id, name: 'Gate' }).execute()
  return id
}
const onSensor = (asked: (id: string) => TestRequest, status: Statuses): Row => ({
  own: async () => asked(await addSensor(home.id)),
  foreign: async () => asked(await addSensor(foreign.id)),
  status,
})
const addKey = async (serviceId: string) => {
  const id = newId()
  await server.db
    .insertInto('ingestKey')
    .values({ id, serviceId, name: 'Gateway', keyHash: Buffer.from(id) })
    .execute()
  return id
}
/** Created for every call, because one caller may archive or delete what the next one needs. */
const addAoi = async (serviceId: string, deletedAt: Date | null = null) => {
  const type = await addEventType(server.db, { id: serviceId }, { name: 'Flood' })
  lastNonce += 1
  const row = { id: newId(), serviceId, kind: 'event' as const, nonce: lastNonce, name: 'Water', place: '(0,0)' }
  const { id, nonce, number } = await server.db
    .insertInto('aoi')
    .values({ ...row, eventTypeId: type.id, deletedAt })
    .returning(['id', 'nonce', 'number'])
    .executeTakeFirstOrThrow()
  return { id, nonce, number, type }
}
const subscribed = async (serviceId: string): Promise<TestRequest> => {
  const { id } = await addAoi(serviceId)
  const subscriber = await addSubscriber(server.db, id, serviceId)
  return { path: `/aoi/${id}/subscribers/${subscriber.id}` }
}
const twinQuestion = (typeId: string, serviceId?: string): TestRequest => ({
  path: '/twin/similar',
  payload: { typeId, place: [0, 0], text: 'Water', serviceId },
})
const mergeRequest = async (serviceId: string): Promise<TestRequest> => {
  const main = await addAoi(serviceId)
  const twin = await addAoi(serviceId)
  return { path: `/twin/merge/${main.id}`, payload: { aoiIds: [twin.id] } }
}
type TestAoi = Awaited<ReturnType<typeof addAoi>>
const onAoi = (asked: (aoi: TestAoi) => TestRequest, status: Statuses, deletedAt: Date | null = null): Row => ({
  own: async () => asked(await addAoi(home.id, deletedAt)),
  foreign: async () => asked(await addAoi(foreign.id, deletedAt)),
  status,
})
const metricDraft = {
  name: 'All events',
  shortName: 'Events',
  metricType: 'BY_POSTS',
  metricCountType: 'COUNT_POSTS',
} as const
const addMetric = async (serviceId: string) => {
  const id = newId()
  await server.db
    .insertInto('metric')
    .values({ ...metricDraft, id, serviceId })
    .execute()
  return id
}
const onMetric = (asked: (id: string) => TestRequest, status: Statuses): Row => ({
  own: async () => asked(await addMetric(home.id)),
  foreign: async () => asked(await addMetric(foreign.id)),
  status,
})
const colleague = await addMember(server.db, home, home.roleId)
const stranger = await addMember(server.db, foreign, foreign.roleId)

const onMember = (asked: (member: { id: string }) => TestRequest, status: Statuses): Row => ({
  own: async () => asked(await addMember(server.db, home, home.roleId)),
  foreign: async () => asked(await addMember(server.db, foreign, foreign.roleId)),
  status,
})
const addRequest = async (service: typeof home): Promise<string> => {
  const { id: memberId } = await addMember(server.db, service, service.roleId)
  const id = newId()
  await server.db
    .insertInto('approvalRequest')
    .values({ id, serviceId: service.id, memberId, kind: 'role', roleId: service.viewerRoleId })
    .execute()
  return id
}

const outline = {
  name: 'Docks',
  coordinates: [
    [
      [2, 2],
      [3, 2],
      [3, 3],
    ],
  ],
}
const plan = (more: Record<string, string> = {}) =>
  formOf({
    name: 'Deck',
    position: JSON.stringify({ originX: 0, originY: 1, width: 1, height: 1, rotation: 0 }),
    ...more,
    file: { bytes: photo, name: 'plan.png', type: 'image/png' },
  })

const places = { home: await addRegion(home.id), foreign: await addRegion(foreign.id) }

const callers = ['Operator', 'viewer', 'Admin', 'Technician'] as const
type CallerName = (typeof callers)[number]
type Statuses = Record<CallerName, number>
const all = (status: number): Statuses => ({ Operator: status, viewer: status, Admin: status, Technician: status })

const workers = (status: number): Statuses => ({ ...all(status), viewer: 403 })
const admins = (status: number): Statuses => ({ ...workers(status), Operator: 403 })
const technicians = (status: number): Statuses => ({ ...all(403), Technician: status })

const configurers = (status: number): Statuses => ({ ...all(403), Admin: status, Technician: status })

type TestRequest = { path: string; payload?: object; form?: ReturnType<typeof formOf> }
type Row = {
  own: TestRequest | (() => Promise<TestRequest>)
  foreign?: TestRequest | (() => Promise<TestRequest>)
  status: Statuses
  /** Status for callers without a token, if the endpoint needs none. */
  open?: number
  /** The call ends the caller's session or account. */
  endsCaller?: true
}

/** Endpoints that a token in the address opens. `own` has a wrong token, which is 404 for every caller. */
const nobodys = (own: TestRequest): Row => ({ own, status: all(404), open: 404 })
const publicPath = `/public/p.${'x'.repeat(32)}`
const addAction = async (serviceId: string) => {
  const row = { id: newId(), serviceId, name: 'Tow', unit: 'Number' as const, value: '1' }
  await server.db.insertInto('action').values(row).execute()
  return row.id
}
const onBoth = (asked: (serviceId: string) => TestRequest | Promise<TestRequest>, status: Statuses): Row => ({
  own: async () => asked(home.id),
  foreign: async () => asked(foreign.id),
  status,
})
const actionDraft = { name: 'Pump', unit: 'Number', value: '1' }
const typeDraft = { name: 'Smoke', guide: 'Say where', unit: 'Number', value: '1' }
const idsOf = (table: 'role' | 'action' | 'eventType') => async () => {
  const rows = await server.db.selectFrom(table).select('id').where('serviceId', '=', home.id).execute()
  return { ids: rows.map(({ id }) => id) }
}
const ordering = (path: string, table: 'role' | 'action' | 'eventType'): Row => ({
  own: async () => {
    if (table === 'action') await addAction(home.id)
    if (table === 'eventType') await addEventType(server.db, home, { name: 'Flood' })
    return { path, payload: await idsOf(table)() }
  },
  status: configurers(200),
})

const photoForm = () => formOf({ file: { bytes: photo, name: 'photo.png', type: 'image/png' } })
const addWholeCommunity = async (serviceId: string) => {
  const { id, groups } = await addCommunity(server.db, { id: serviceId }, { groups: ['Rowers'] })
  const group = groups[0] ?? ''
  const membership = newId()
  const criterion = newId()
  const type = (await addEventType(server.db, { id: serviceId }, { name: 'Flood' })).id
  const person = (serviceId === home.id ? colleague : stranger).id
  await server.db.insertInto('groupMember').values({ id: membership, groupId: group, memberId: person }).execute()
  await server.db
    .insertInto('criterion')
    .values({ id: criterion, groupId: group, name: 'Floods', eventTypeId: type })
    .execute()
  return { id, group, membership, criterion, type, person }
}
type TestWhole = Awaited<ReturnType<typeof addWholeCommunity>>
const onCommunity = (asked: (whole: TestWhole) => TestRequest, status: Statuses = configurers(200)): Row => ({
  own: async () => asked(await addWholeCommunity(home.id)),
  foreign: async () => asked(await addWholeCommunity(foreign.id)),
  status,
})

const ruleDraft = {
  name: 'Flood',
  severity: 'high' as const,
  trigger: {
    type: 'sensor' as const,
    scope: { type: 'all' as const },
    conditions: [{ type: 'silence' as const, seconds: 60 }],
  },
}
const addRule = async (serviceId: string) => {
  const row = { ...ruleDraft, id: newId(), serviceId, trigger: JSON.stringify(ruleDraft.trigger) }
  await server.db.insertInto('rule').values(row).execute()
  return row.id
}
const addAlarm = async (serviceId: string) => {
  const times = { beganAt: new Date(), raisedAt: new Date() }
  const row = { id: newId(), serviceId, kind: 'alarm' as const, ruleName: 'Flood', severity: 'high' as const }
  await server.db
    .insertInto('alarm')
    .values({ ...row, ...times, setsAreaStatus: true })
    .execute()
  return row.id
}
const tomorrow = () => new Date(Date.now() + 86_400_000)
const addMute = async (serviceId: string) => {
  const row = { id: newId(), serviceId, targetType: 'all' as const, until: tomorrow(), reason: 'Works' }
  await server.db.insertInto('mute').values(row).execute()
  return row.id
}

const addWebhook = async (serviceId: string) => {
  const row = { id: newId(), serviceId, url: 'https://203.0.113.1/', events: ['alarm.raised' as const] }
  await server.db.insertInto('webhook').values(row).execute()
  return row.id
}

const warningFeedDraft = { name: 'Weather', url: 'https://203.0.113.1/cap' }
const addWarningFeed = async (serviceId: string) => {
  const kept = JSON.stringify({ type: 'all' })
  const row = { ...warningFeedDraft, id: newId(), serviceId, intervalMinutes: 60, showsTests: false, kept }
  // The next check is in the future, so that no request is sent.
  await server.db
    .insertInto('warningFeed')
    .values({ ...row, isEnabled: true, nextAt: tomorrow() })
    .execute()
  return row.id
}
const addWarning = async (serviceId: string) => {
  const id = newId()
  const at = new Date()
  const texts = { language: 'en', event: 'Flood', headline: '', description: '', instruction: '' }
  await server.db
    .insertInto('warning')
    .values({
      id,
      serviceId,
      feedId: await addWarningFeed(serviceId),
      threadId: id,
      sender: 'a',
      identifier: id,
      part: 0,
      source: '',
      status: 'actual',
      severity: 'severe',
      urgency: 'immediate',
      certainty: 'likely',
      categories: [],
      responses: [],
      sentAt: at,
      effectiveAt: at,
      beginsAt: at,
      areas: '[]',
      areaKeys: [],
      replaces: [],
      place: '(35,32.8)',
      texts: JSON.stringify([{ ...texts, senderName: '', web: '', contact: '', areas: '' }]),
    })
    .execute()
  return id
}

const planDraft = { name: 'Flood watch', remindSeconds: null }
const levelsFor = (roleId: string) => [
  { targets: [{ type: 'role' as const, roleId }], channels: ['push' as const], waitSeconds: 60, repeatSeconds: null },
]
const addPlan = async (serviceId: string) => {
  const row = { ...planDraft, id: newId(), serviceId, levels: JSON.stringify(levelsFor(newId())) }
  await server.db.insertInto('escalationPlan').values(row).execute()
  return row.id
}
const addEscalation = async (serviceId: string) => {
  const about = { ruleName: 'Flood', severity: 'high' as const, planName: 'Flood watch', remindSeconds: null }
  const state = { phase: 'climbing' as const, level: 0, rounds: 0, notices: 1 }
  const row = { id: newId(), serviceId, ...about, ...state, levels: JSON.stringify(levelsFor(newId())) }
  await server.db
    .insertInto('escalation')
    .values({ ...row, beganAt: new Date() })
    .execute()
  return row.id
}
const importMapping = { kind: 'event', columns: ['name'] }
const importForm = formOf({ file: { bytes: Buffer.from('name\nA\n'), name: 'a.csv', type: 'text/csv' } })
const addImport = async (serviceId: string, state: 'ready' | 'running' | 'done' = 'ready') => {
  const id = newId()
  const columns = JSON.stringify([{ name: 'name', sample: [] }])
  const finishedAt = state === 'done' ? new Date() : null
  await server.db
    .insertInto('import')
    .values({ id, serviceId, state, columns, finishedAt, mapping: JSON.stringify(importMapping) as never })
    .execute()
  return id
}
const rotaDraft = { name: 'Nights', startsOn: '2026-03-01', handoverAt: '08:00', timeZone: 'UTC' }
const addRota = async (serviceId: string) => {
  const { id: memberId } = await addMember(
    server.db,
    { id: serviceId },
    serviceId === home.id ? home.roleId : foreign.roleId,
  )
  const row = { ...rotaDraft, id: newId(), serviceId, memberIds: [memberId] }
  await server.db.insertInto('rota').values(row).execute()
  return { id: row.id, memberId }
}
const noNotice = `/escalation-notices/${'x'.repeat(43)}`

const addToken = (creator: { id: string; serviceId: string }, scopes: TokenScope[]) =>
  tokens.create(server.db, creator, { name: 'Weather', scopes, eventTypes: null, regions: null, days: 1 })

const addFeed = async (creator: { id: string; serviceId: string }): Promise<string> => {
  const filter = { kind: 'event', state: 'all' } as const
  const feed = { name: 'Map', format: 'kml', filter, language: 'en', timeZone: 'UTC' } as const
  return (await feeds.create(server.db, creator, feed)).id
}

const rows: Record<string, Row> = {
  'token.list': { own: { path: '/tokens' }, status: all(200) },
  'token.create': {
    own: { path: '/tokens', payload: { name: 'Weather', scopes: ['events'], password: PASSWORD } },
    status: all(200),
  },
  'token.revoke': {
    own: async () => ({ path: `/tokens/${(await addToken({ ...colleague, serviceId: home.id }, ['events'])).id}` }),
    foreign: async () => ({
      path: `/tokens/${(await addToken({ ...stranger, serviceId: foreign.id }, ['events'])).id}`,
    }),
    status: configurers(200),
  },
  'token.current': { own: { path: '/tokens/current' }, status: all(403) },
  'webhook.list': { own: { path: '/webhooks' }, status: configurers(200) },
  'webhook.create': {
    own: { path: '/webhooks', payload: { url: 'https://hooks.example.org/a', events: ['alarm.raised'] } },
    status: configurers(200),
  },
  'webhook.change': onBoth(
    async (id) => ({ path: `/webhooks/${await addWebhook(id)}`, payload: { isEnabled: false } }),
    configurers(200),
  ),
  'webhook.replaceSecret': onBoth(
    async (id) => ({ path: `/webhooks/${await addWebhook(id)}/secret` }),
    configurers(200),
  ),
  'webhook.remove': onBoth(async (id) => ({ path: `/webhooks/${await addWebhook(id)}` }), configurers(200)),
  'webhook.sendTest': onBoth(async (id) => ({ path: `/webhooks/${await addWebhook(id)}/test` }), configurers(200)),
  'webhook.deliveries': onBoth(
    async (id) => ({ path: `/webhooks/${await addWebhook(id)}/deliveries` }),
    configurers(200),
  ),
  'webhook.sendAgain': onBoth(async (id) => {
    const webhook = await addWebhook(id)
    const [delivery] = await enqueue(server.db, [
      { channel: 'webhook', kind: 'webhook.test', serviceId: id, address: webhook, payload: {} },
    ])
    return { path: `/webhooks/${webhook}/deliveries/${delivery}` }
  }, configurers(200)),
  'warning.list': { own: { path: '/warnings' }, status: all(200) },
  'warning.createEvent': onBoth(
    async (id) => ({
      path: `/warnings/${await addWarning(id)}/event`,
      payload: { eventTypeId: (await addEventType(server.db, { id }, { name: 'Storm' })).id },
    }),
    workers(200),
  ),
  'warning.feeds': { own: { path: '/warning-feeds' }, status: configurers(200) },
  'warning.createFeed': {
    own: {
      path: '/warning-feeds',
      payload: { name: 'Weather', url: 'https://warnings.example.org/', isEnabled: false },
    },
    status: configurers(200),
  },
  'warning.changeFeed': onBoth(
    async (id) => ({ path: `/warning-feeds/${await addWarningFeed(id)}`, payload: { isEnabled: false } }),
    configurers(200),
  ),
  'warning.removeFeed': onBoth(
    async (id) => ({ path: `/warning-feeds/${await addWarningFeed(id)}` }),
    configurers(200),
  ),
  'warning.checkFeed': onBoth(
    async (id) => ({ path: `/warning-feeds/${await addWarningFeed(id)}/check` }),
    configurers(200),
  ),
  'escalation.plans': { own: { path: '/escalation-plans' }, status: configurers(200) },
  'escalation.createPlan': {
    own: { path: '/escalation-plans', payload: { ...planDraft, levels: levelsFor(home.roleId) } },
    status: configurers(200),
  },
  'escalation.changePlan': onBoth(
    async (id) => ({
      path: `/escalation-plans/${await addPlan(id)}`,
      payload: { name: 'Storm watch', levels: levelsFor(home.roleId) },
    }),
    configurers(200),
  ),
  'escalation.removePlan': onBoth(async (id) => ({ path: `/escalation-plans/${await addPlan(id)}` }), configurers(200)),
  'escalation.open': { own: { path: '/escalations' }, status: all(200) },
  'escalation.noteSeen': { own: { path: '/escalations/seen' }, status: all(200) },
  'escalation.acknowledge': onBoth(
    async (id) => ({ path: `/escalations/${await addEscalation(id)}/acknowledge` }),
    workers(200),
  ),
  'escalation.handOver': onBoth(
    async (id) => ({ path: `/escalations/${await addEscalation(id)}/hand-over` }),
    workers(200),
  ),
  'escalation.notice': { own: { path: noNotice }, status: all(404), open: 404 },
  'escalation.noteNoticeSeen': { own: { path: `${noNotice}/seen` }, status: all(404), open: 404 },
  'escalation.acknowledgeNotice': { own: { path: `${noNotice}/acknowledge` }, status: all(404), open: 404 },
  'rota.list': { own: { path: '/rotas' }, status: all(200) },
  'rota.create': {
    own: async () => ({ path: '/rotas', payload: { ...rotaDraft, memberIds: [(await addRota(home.id)).memberId] } }),
    status: configurers(200),
  },
  'rota.change': onBoth(
    async (id) => ({ path: `/rotas/${(await addRota(id)).id}`, payload: { name: 'Days' } }),
    configurers(200),
  ),
  'rota.remove': onBoth(async (id) => ({ path: `/rotas/${(await addRota(id)).id}` }), configurers(200)),
  // Operators on the rota may swap too: server/src/alarms/escalation/routes.test.ts.
  'rota.swap': onBoth(async (id) => {
    const { id: rotaId, memberId } = await addRota(id)
    return { path: `/rotas/${rotaId}/swaps`, payload: { week: '2026-03-08', memberId } }
  }, configurers(200)),
  'rule.list': { own: { path: '/rules' }, status: configurers(200) },
  'rule.create': { own: { path: '/rules', payload: ruleDraft }, status: configurers(200) },
  'rule.change': onBoth(
    async (id) => ({ path: `/rules/${await addRule(id)}`, payload: { isEnabled: false } }),
    configurers(200),
  ),
  'rule.remove': onBoth(async (id) => ({ path: `/rules/${await addRule(id)}` }), configurers(200)),
  'rule.try': {
    own: async () => ({ path: '/rules/try', payload: { rule: ruleDraft, sensorId: await addSensor(home.id) } }),
    status: configurers(200),
  },
  'rule.alarms': { own: { path: '/alarms' }, status: all(200) },
  'rule.endAlarm': onBoth(
    async (id) => ({ path: `/alarms/${await addAlarm(id)}/end`, payload: { reason: 'A test' } }),
    workers(200),
  ),
  'rule.mutes': { own: { path: '/mutes' }, status: all(200) },
  'rule.mute': {
    own: { path: '/mutes', payload: { target: { type: 'all' }, until: tomorrow().getTime(), reason: 'Works' } },
    status: configurers(200),
  },
  'rule.unmute': onBoth(async (id) => ({ path: `/mutes/${await addMute(id)}` }), configurers(200)),
  'import.list': { own: { path: '/imports' }, status: configurers(200) },
  'import.upload': { own: { path: '/imports', form: importForm }, status: configurers(200) },
  'import.read': onBoth(async (id) => ({ path: `/imports/${await addImport(id)}` }), configurers(200)),
  'import.preview': onBoth(
    async (id) => ({ path: `/imports/${await addImport(id)}/preview`, payload: { mapping: importMapping } }),
    configurers(200),
  ),
  'import.start': onBoth(
    async (id) => ({ path: `/imports/${await addImport(id)}/start`, payload: { mapping: importMapping } }),
    configurers(200),
  ),
  'import.cancel': onBoth(
    async (id) => ({ path: `/imports/${await addImport(id, 'running')}/cancel` }),
    configurers(200),
  ),
  'import.undo': onBoth(async (id) => ({ path: `/imports/${await addImport(id, 'done')}/undo` }), configurers(200)),
  'import.remove': onBoth(async (id) => ({ path: `/imports/${await addImport(id)}` }), configurers(200)),
  'import.rows': onBoth(
    async (id) => ({ path: `/imports/${await addImport(id)}/rows?which=rejected` }),
    configurers(200),
  ),
  'audit.list': { own: { path: '/audit' }, status: configurers(200) },
  'service.change': onBoth((id) => ({ path: `/service/${id}`, form: formOf({ title: 'Home' }) }), configurers(200)),
  'service.mapSettings': onBoth((id) => ({ path: `/service/${id}/map` }), technicians(200)),
  'service.changeMapSettings': onBoth(
    (id) => ({ path: `/service/${id}/map`, payload: { styleUrl: '' } }),
    technicians(200),
  ),
  'service.checkMap': {
    own: { path: '/service/check-map', payload: { kind: 'style', url: 'http://127.0.0.1/style.json' } },
    status: technicians(200),
  },
  'service.ofServer': { own: { path: '/settings/services' }, status: all(403) },
  'service.create': {
    own: {
      path: '/service',
      payload: { title: 'New', username: 'first', password: 'a long password', firstName: 'First' },
    },
    status: all(403),
  },
  'service.remove': { own: { path: `/service/${foreign.id}` }, status: all(403) },
  'setting.health': { own: { path: '/settings/health' }, status: technicians(200) },
  'setting.refusals': { own: { path: '/settings/refusals' }, status: technicians(200) },
  'setting.publishNotice': { own: { path: '/settings/notices', payload: { text: 'Tonight' } }, status: all(403) },
  'setting.removeNotice': { own: { path: `/settings/notices/${newId()}` }, status: all(403) },
  'status.read': { own: { path: '/status' }, status: all(403) },
  'status.faults': { own: { path: '/status/faults' }, status: all(403) },
  'backup.read': { own: { path: '/backups' }, status: all(403) },
  'backup.make': { own: { path: '/backups', payload: {} }, status: all(403) },
  'backup.change': { own: { path: '/backups/nightly', payload: { keep: 3 } }, status: all(403) },
  'backup.download': {
    own: { path: '/backups/cohesion-manual-1.tar.zst/download', payload: { password: 'x' } },
    status: all(403),
  },
  'backup.restore': {
    own: { path: '/backups/cohesion-manual-1.tar.zst/restore', payload: { password: 'x', serverName: 'x' } },
    status: all(403),
  },
  'backup.file': { own: { path: '/backups/file/forged' }, status: all(404), open: 404 },
  'action.ofService': { own: { path: '/actions/service' }, status: all(200) },
  'action.create': onBoth((service) => ({ path: '/actions', payload: { ...actionDraft, service } }), configurers(200)),
  'action.order': ordering('/actions/order', 'action'),
  'action.change': onBoth(
    async (service) => ({ path: `/actions/${await addAction(service)}`, payload: { name: 'Haul' } }),
    configurers(200),
  ),
  'action.uses': onBoth(async (service) => ({ path: `/actions/${await addAction(service)}/uses` }), configurers(200)),
  'action.remove': onBoth(async (service) => ({ path: `/actions/${await addAction(service)}` }), configurers(200)),
  'eventType.create': onBoth(
    (service) => ({ path: '/public-actions', payload: { ...typeDraft, service } }),
    configurers(200),
  ),
  'eventType.order': ordering('/public-actions/order', 'eventType'),
  'eventType.checkUrl': {
    own: { path: '/public-actions/check-url', payload: { url: 'http://127.0.0.1/' } },
    status: configurers(200),
  },
  'eventType.change': onBoth(
    async (id) => ({
      path: `/public-actions/${(await addEventType(server.db, { id }, { name: 'Flood' })).id}`,
      payload: { isPhotoRequired: true, guide: 'Say where' },
    }),
    configurers(200),
  ),
  'eventType.uses': onBoth(
    async (id) => ({ path: `/public-actions/${(await addEventType(server.db, { id }, { name: 'Flood' })).id}/uses` }),
    configurers(200),
  ),
  'eventType.remove': onBoth(
    async (id) => ({ path: `/public-actions/${(await addEventType(server.db, { id }, { name: 'Flood' })).id}` }),
    configurers(200),
  ),
  'role.create': {
    own: async () => ({ path: '/roles', payload: { name: 'Diver', actions: [await addAction(home.id)] } }),
    foreign: async () => ({
      path: '/roles',
      payload: { name: 'Diver', actions: [await addAction(home.id)], service: foreign.id },
    }),
    status: configurers(200),
  },
  'role.order': ordering('/roles/order', 'role'),
  'role.change': {
    own: { path: `/roles/${home.roleId}`, payload: { name: 'Responder' } },
    foreign: { path: `/roles/${foreign.roleId}`, payload: { name: 'Mine' } },
    status: configurers(200),
  },
  'eventType.suggest': {
    own: { path: '/aoi-type/suggest', payload: { text: 'Water' } },
    foreign: { path: '/aoi-type/suggest', payload: { text: 'Water', serviceId: foreign.id } },
    status: workers(200),
  },
  'twin.similar': {
    own: async () => twinQuestion((await addAoi(home.id)).type.id),
    foreign: async () => twinQuestion((await addAoi(foreign.id)).type.id, foreign.id),
    status: workers(200),
  },
  'twin.ofAoi': onAoi(({ id }) => ({ path: `/twin/aoi/${id}` }), workers(200)),
  'twin.groups': { own: { path: '/twin/groups' }, status: workers(200) },
  'twin.merge': {
    own: () => mergeRequest(home.id),
    foreign: () => mergeRequest(foreign.id),
    status: workers(200),
  },
  'twin.separate': onAoi(({ id }) => ({ path: `/twin/separate/${id}` }), workers(200)),
  'twin.merged': onAoi(({ id }) => ({ path: `/twin/merged/${id}` }), all(200)),
  'twin.dismiss': onAoi(({ id }) => ({ path: `/twin/dismiss/${id}`, payload: { aoiIds: [newId()] } }), workers(200)),
  'aoi.genericMetrics': { own: { path: '/aoi/generic-metrics' }, status: all(200) },
  'starter.applied': { own: { path: '/starter-sets' }, status: configurers(200) },
  'starter.apply': { own: { path: '/starter-sets/city' }, status: configurers(200) },
  'starter.takeBack': {
    own: async () => ({ path: `/starter-sets/${await addStarterSet(home.id)}` }),
    status: configurers(200),
  },
  'starter.steps': { own: { path: '/getting-started' }, status: configurers(200) },
  'aoi.extent': { own: { path: '/aoi/extent' }, status: all(200) },
  'aoi.stateMetrics': { own: { path: '/aoi/state-metrics' }, status: all(200) },
  'aoi.sharedMetrics': { own: { path: '/aoi/shared-metrics' }, status: all(200) },
  'aoi.ofService': {
    own: { path: `/aoi/service/${home.id}` },
    foreign: { path: `/aoi/service/${foreign.id}` },
    status: all(200),
  },
  'aoi.filtered': { own: { path: '/aoi/filtered' }, status: all(200) },
  'aoi.byNonce': onAoi(({ nonce }) => ({ path: `/aoi/nonce-pro/${nonce}` }), all(200)),
  'aoi.chart': { own: { path: '/aoi/chart' }, status: all(200) },
  'aoi.tile': { own: { path: '/aoi/tiles/0/0/0' }, status: all(200) },
  'aoi.create': {
    own: async () => ({ path: '/aoi', form: reportForm((await addAoi(home.id)).type) }),
    foreign: async () => ({
      path: '/aoi',
      form: reportForm((await addAoi(foreign.id)).type, { serviceId: foreign.id }),
    }),
    status: workers(200),
  },
  'aoi.change': onAoi(({ number }) => ({ path: `/aoi/${number}`, form: formOf({ name: 'Deep water' }) }), admins(200)),
  'aoi.archive': onAoi(({ id }) => ({ path: `/aoi/archive/${id}` }), workers(200)),
  'aoi.unarchive': onAoi(({ id }) => ({ path: `/aoi/unarchive/${id}` }), workers(200)),
  'aoi.remove': onAoi(({ id }) => ({ path: `/aoi/${id}` }), admins(200)),
  'aoi.restore': onAoi(({ id }) => ({ path: `/aoi/${id}/restore` }), admins(200), new Date()),
  'aoi.removeSubscriber': {
    own: () => subscribed(home.id),
    foreign: () => subscribed(foreign.id),
    status: workers(200),
  },
  'aoi.resetCounters': onAoi(({ id }) => ({ path: `/aoi/update-aoi-info/${id}`, payload: { updates: 0 } }), all(200)),
  'community.communities': { own: { path: '/community-servers/communities' }, status: all(200) },
  'community.groups': { own: { path: '/community-servers/groups' }, status: all(200) },
  'community.createCommunity': {
    own: { path: '/community-servers/communities', payload: { title: 'Sunset' } },
    status: configurers(200),
  },
  'community.changeCommunity': onCommunity(({ id }) => ({
    path: `/community-servers/communities/${id}`,
    payload: { title: 'Marina' },
  })),
  'community.removeCommunity': onCommunity(({ id }) => ({ path: `/community-servers/communities/${id}` })),
  'community.group': onCommunity(({ group }) => ({ path: `/community-servers/groups/${group}` }), all(200)),
  'community.createGroup': {
    own: async () => {
      const { id } = await addCommunity(server.db, home)
      const payload = { communityId: id, name: 'Rowers', description: 'They row', location: 'Pier 7' }
      return { path: '/community-servers/groups', payload }
    },
    status: configurers(200),
  },
  'community.changeGroup': onCommunity(({ group }) => ({
    path: `/community-servers/groups/${group}/update-group`,
    payload: { name: 'Swimmers' },
  })),
  'community.removeGroup': onCommunity(({ group }) => ({ path: `/community-servers/groups/${group}` })),
  'community.setGroupPhoto': onCommunity(({ group }) => ({
    path: `/community-servers/groups/${group}/photo`,
    form: photoForm(),
  })),
  'community.removeGroupPhoto': onCommunity(({ group }) => ({ path: `/community-servers/groups/${group}/photo` })),
  'community.candidates': onCommunity(({ group }) => ({ path: `/community-servers/groups/${group}/candidates` })),
  'community.addMember': onCommunity(({ group, person }) => ({
    path: `/community-servers/groups/${group}/members`,
    payload: { memberId: person },
  })),
  'community.removeMember': onCommunity(({ group, membership }) => ({
    path: `/community-servers/groups/${group}/members/${membership}`,
  })),
  'community.addCriterion': onCommunity(({ group, type }) => ({
    path: `/community-servers/groups/${group}/criteria`,
    payload: { name: 'Reports', target: 2, publicActionId: type },
  })),
  'community.changeCriterion': onCommunity(({ group, criterion }) => ({
    path: `/community-servers/groups/${group}/criteria/${criterion}`,
    payload: { target: 5 },
  })),
  'community.removeCriterion': onCommunity(({ group, criterion }) => ({
    path: `/community-servers/groups/${group}/criteria/${criterion}`,
  })),
  'community.setCriterionPhoto': onCommunity(({ group, criterion }) => ({
    path: `/community-servers/groups/${group}/criteria/${criterion}/photo`,
    form: photoForm(),
  })),
  'community.removeCriterionPhoto': onCommunity(({ group, criterion }) => ({
    path: `/community-servers/groups/${group}/criteria/${criterion}/photo`,
  })),
  'calendar.items': {
    own: { path: '/calendar?startTime=2026-11-01T00:00:00Z&endTime=2026-12-01T00:00:00Z&withEvents=true' },
    status: all(200),
  },
  'dashboard.read': { own: { path: '/dashboard?timeZone=Asia/Jerusalem' }, status: all(200) },
  'calendar.feeds': { own: { path: '/calendar/feeds' }, status: all(200) },
  'calendar.createFeed': { own: { path: '/calendar/feeds' }, status: all(200) },
  'calendar.revokeFeed': { own: { path: `/calendar/feeds/${newId()}` }, status: all(404) },
  'calendar.feed': { own: { path: `/calendar/feed/${'x'.repeat(43)}.ics` }, status: all(404), open: 404 },
  'feed.list': { own: { path: '/feeds' }, status: all(200) },
  'feed.create': { own: { path: '/feeds', payload: { name: 'Map', format: 'kml', filter: {} } }, status: all(403) },
  'feed.revoke': {
    own: async () => ({ path: `/feeds/${await addFeed({ ...colleague, serviceId: home.id })}` }),
    foreign: async () => ({ path: `/feeds/${await addFeed({ ...stranger, serviceId: foreign.id })}` }),
    status: configurers(200),
  },
  'feed.file': { own: { path: `/feed/${'x'.repeat(43)}.kml` }, status: all(404), open: 404 },
  'feed.symbol': {
    own: { path: `/feed/${'x'.repeat(43)}/symbols/flame-e03131.png` },
    status: all(404),
    open: 404,
  },
  'ogc.landing': { own: { path: '/ogc' }, status: all(200) },
  'ogc.conformance': { own: { path: '/ogc/conformance' }, status: all(200) },
  'ogc.collections': { own: { path: '/ogc/collections' }, status: all(200) },
  'ogc.collection': { own: { path: '/ogc/collections/regions' }, status: all(200) },
  'ogc.items': { own: { path: '/ogc/collections/regions/items' }, status: all(200) },
  'ogc.item': {
    own: async () => ({ path: `/ogc/collections/regions/items/${(await addRegion(home.id)).id}` }),
    foreign: async () => ({ path: `/ogc/collections/regions/items/${(await addRegion(foreign.id)).id}` }),
    status: all(200),
  },
  // The right is granted to single members: exchange/export/routes.test.ts.
  'export.about': { own: { path: '/export/about', payload: { query: {} } }, status: all(403) },
  'export.file': { own: { path: '/export', payload: { query: {}, format: 'csv' } }, status: all(403) },
  'log.add': onAoi(({ number }) => ({ path: `/aoi/${number}/add-log`, payload: { text: 'On my way' } }), workers(200)),
  'log.addPhoto': onAoi(({ number }) => ({ path: `/aoi/${number}/add-photo`, form: photoForm() }), workers(200)),
  'share.share': onAoi(({ id }) => ({ path: `/aoi/${id}/share`, payload: { usersId: [colleague.id] } }), workers(200)),
  'share.takeBack': onAoi(({ id }) => ({ path: `/aoi/${id}/share/${colleague.id}` }), workers(200)),
  'share.done': onAoi(({ id }) => ({ path: `/aoi/${id}/share-done` }), workers(200)),
  'metric.ofService': {
    own: { path: `/metrics/service/${home.id}` },
    foreign: { path: `/metrics/service/${foreign.id}` },
    status: all(200),
  },
  'metric.calculate': onMetric((id) => ({ path: `/metrics/${id}/calculate?getAois=true&trend=true` }), all(200)),
  'metric.create': {
    own: { path: '/metrics', payload: metricDraft },
    foreign: { path: '/metrics', payload: { ...metricDraft, service: foreign.id } },
    status: configurers(200),
  },
  'metric.change': onMetric((id) => ({ path: `/metrics/${id}`, payload: { shortName: 'All' } }), configurers(200)),
  'metric.remove': onMetric((id) => ({ path: `/metrics/${id}` }), configurers(200)),
  'place.search': { own: { path: '/places/search?text=oakland' }, status: all(200) },
  'place.reverse': { own: { path: '/places/reverse?lng=-122.27&lat=37.8' }, status: all(200) },
  'eventType.ofService': {
    own: { path: `/aoi-type/service/${home.id}?attachAoi=true` },
    foreign: { path: `/aoi-type/service/${foreign.id}` },
    status: all(200),
  },
  'file.read': { own: { path: `/files/${'x'.repeat(32)}` }, status: all(404), open: 404 },
  'streets.read': { own: { path: '/streets' }, status: all(403) },
  'streets.estimate': { own: { path: '/streets/estimate', payload: { box: [0, 0, 1, 1] } }, status: all(403) },
  'streets.get': { own: { path: '/streets', payload: { box: [0, 0, 1, 1], language: 'en' } }, status: all(403) },
  'streets.cancel': { own: { path: '/streets/cancel' }, status: all(403) },
  'streets.upload': {
    own: {
      path: `/streets/uploads/${newId()}`,
      form: formOf({
        name: 'x',
        offset: '0',
        bytes: '9',
        part: { bytes: photo, name: 'x', type: 'application/octet-stream' },
      }),
    },
    status: all(403),
  },
  'streets.discard': { own: { path: '/streets/unfinished/haifa' }, status: all(403) },
  'streets.remove': { own: { path: '/streets/haifa' }, status: all(403) },
  'streets.tile': { own: { path: '/streets/tiles/0/streets/0/0/0' }, status: all(404), open: 404 },
  'mapStyle.style': { own: { path: `/map/${'x'.repeat(43)}/style.json` }, status: all(404), open: 404 },
  'mapStyle.tile': { own: { path: `/map/${'x'.repeat(43)}/tiles/streets/0/0/0` }, status: all(404), open: 404 },
  'mapStyle.data': { own: { path: `/map/${'x'.repeat(43)}/data/plan` }, status: all(404), open: 404 },
  'mapStyle.sprite': { own: { path: `/map/${'x'.repeat(43)}/sprite/default.png` }, status: all(404), open: 404 },
  'mapStyle.glyphs': { own: { path: `/map/${'x'.repeat(43)}/glyphs/Noto/0-255` }, status: all(404), open: 404 },
  'live.events': { own: { path: '/events' }, status: all(200) },
  'region.all': { own: { path: '/service/regions' }, status: all(200) },
  'region.withPublicUsers': { own: { path: '/service/regions-with-public-users' }, status: all(200) },
  'region.byId': {
    own: { path: `/service/region/${places.home.id}` },
    foreign: { path: `/service/region/${places.foreign.id}` },
    status: all(200),
  },
  'region.ofLocalMap': {
    own: { path: `/service/region/${places.home.localMapId}/local-map` },
    foreign: { path: `/service/region/${places.foreign.localMapId}/local-map` },
    status: all(200),
  },
  'region.aoisGeo': {
    own: { path: `/service/region/${places.home.id}/aois-geo` },
    foreign: { path: `/service/region/${places.foreign.id}/aois-geo` },
    status: all(200),
  },
  'aoi.onLocalMap': {
    own: { path: `/aoi/local-map/${places.home.localMapId}` },
    foreign: { path: `/aoi/local-map/${places.foreign.localMapId}` },
    status: all(200),
  },
  'region.create': {
    own: { path: '/service/region', payload: outline },
    foreign: { path: '/service/region', payload: { ...outline, service: foreign.id } },
    status: configurers(200),
  },
  'region.import': {
    own: { path: '/service/regions/import', payload: { regions: [outline] } },
    foreign: { path: '/service/regions/import', payload: { regions: [outline], service: foreign.id } },
    status: configurers(200),
  },
  'region.change': {
    own: { path: `/service/region/${places.home.id}`, payload: { name: 'Old port' } },
    foreign: { path: `/service/region/${places.foreign.id}`, payload: { name: 'Old port' } },
    status: configurers(200),
  },
  'region.uses': {
    own: async () => ({ path: `/service/region/${(await addRegion(home.id)).id}/uses` }),
    foreign: { path: `/service/region/${places.foreign.id}/uses` },
    status: configurers(200),
  },
  'region.remove': {
    own: async () => ({ path: `/service/region/${(await addRegion(home.id)).id}` }),
    foreign: { path: `/service/region/${places.foreign.id}` },
    status: configurers(200),
  },
  'region.createLocalMap': {
    own: { path: '/service/local-map', form: plan() },
    foreign: { path: '/service/local-map', form: plan({ service: foreign.id }) },
    status: configurers(200),
  },
  'region.changeLocalMap': {
    own: { path: `/service/local-map/${places.home.localMapId}`, form: formOf({ name: 'Old pier' }) },
    foreign: { path: `/service/local-map/${places.foreign.localMapId}`, form: formOf({ name: 'Old pier' }) },
    status: configurers(200),
  },
  'region.removeLocalMap': {
    own: async () => ({ path: `/service/local-map/${(await addRegion(home.id)).localMapId}` }),
    foreign: { path: `/service/local-map/${places.foreign.localMapId}` },
    status: configurers(200),
  },
  'role.profile': { own: { path: '/roles/profile' }, status: all(200) },
  'role.all': { own: { path: '/roles/user-roles' }, status: all(200) },
  'role.ofService': {
    own: { path: `/roles/user-roles/${home.id}/service` },
    foreign: { path: `/roles/user-roles/${foreign.id}/service` },
    status: all(200),
  },
  'sensor.list': { own: { path: '/sensors' }, status: all(200) },
  'sensor.byId': onSensor((id) => ({ path: `/sensors/${id}` }), all(200)),
  'sensor.telemetry': onSensor((id) => ({ path: `/sensors/${id}/telemetry` }), all(200)),
  'sensor.acknowledge': onSensor((id) => ({ path: `/sensors/${id}/acknowledge` }), workers(200)),
  'sensor.endAlarm': onSensor(
    (id) => ({ path: `/sensors/${id}/end-alarm`, payload: { reason: 'A test' } }),
    workers(200),
  ),
  'sensor.change': onSensor((id) => ({ path: `/sensors/${id}`, payload: { name: 'Pier' } }), technicians(200)),
  'sensor.remove': onSensor((id) => ({ path: `/sensors/${id}` }), technicians(200)),
  'sensor.ingestKeys': { own: { path: '/sensors/ingest-keys' }, status: technicians(200) },
  'sensor.createIngestKey': {
    own: { path: '/sensors/ingest-keys', payload: { name: 'Gateway' } },
    status: technicians(200),
  },
  'sensor.removeIngestKey': {
    own: async () => ({ path: `/sensors/ingest-keys/${await addKey(home.id)}` }),
    foreign: async () => ({ path: `/sensors/ingest-keys/${await addKey(foreign.id)}` }),
    status: technicians(200),
  },
  // Requires an ingest key; a session gives no access.
  'sensor.ingest': { own: { path: '/sensors/ingest', payload: { serial: 'x' } }, status: all(401), open: 401 },
  'sensor.ingestMedia': {
    own: { path: '/sensors/ingest/media', form: formOf({ serial: 'x' }) },
    status: all(401),
    open: 401,
  },
  'service.visible': { own: { path: '/service' }, status: all(200) },
  'service.byId': {
    own: { path: `/service/${home.id}` },
    foreign: { path: `/service/${foreign.id}` },
    status: all(200),
  },
  'session.login': {
    own: { path: '/auth/login', payload: { username: 'nobody', password: 'nothing' } },
    status: all(401),
    open: 401,
  },
  'secondFactor.signIn': {
    own: { path: '/auth/login/code', payload: { ticket: 'x'.repeat(43), code: '123456' } },
    status: all(401),
    open: 401,
  },
  'secondFactor.begin': { own: { path: '/auth/second-factor', payload: { password: 'not it' } }, status: all(400) },
  'secondFactor.confirm': {
    own: { path: '/auth/second-factor/confirm', payload: { code: '123456' } },
    status: all(400),
  },
  'secondFactor.turnOff': {
    own: { path: '/auth/second-factor/off', payload: { password: 'not it', code: '123456' } },
    status: all(400),
  },
  'session.logout': { own: { path: '/auth/logout' }, status: all(200), endsCaller: true },
  'setting.read': { own: { path: '/settings' }, status: all(200), open: 200 },
  'setting.change': {
    own: { path: '/settings', payload: { name: 'Depot' } },
    status: all(403),
  },
  'setup.places': {
    own: { path: '/setup/places', payload: { token: 'x', text: 'Haifa' } },
    status: all(409),
    open: 409,
  },
  'setup.create': {
    own: {
      path: '/setup',
      payload: { token: 'x', serviceTitle: 'Again', username: 'again', password: 'a long password', firstName: 'A' },
    },
    status: all(409),
    open: 409,
  },
  'setup.restore': {
    own: {
      path: `/setup/restore/${newId()}`,
      form: formOf({
        token: 'x',
        name: 'a.tar.zst',
        offset: '0',
        bytes: '1',
        part: { bytes: photo, name: 'part', type: 'application/octet-stream' },
      }),
    },
    status: all(409),
    open: 409,
  },
  'setup.restoreState': { own: { path: '/setup/restore', payload: { token: 'x' } }, status: all(409), open: 409 },
  'user.withAoi': { own: { path: '/user/with-aoi' }, status: all(200) },
  'user.grouped': { own: { path: '/user/grouped' }, status: all(200) },
  'user.ofService': {
    own: { path: `/user/service/${home.id}` },
    foreign: { path: `/user/service/${foreign.id}` },
    status: all(200),
  },
  'user.withLogs': {
    own: { path: `/user/with-logs/${colleague.id}` },
    foreign: { path: `/user/with-logs/${stranger.id}` },
    status: all(200),
  },
  'user.positions': { own: { path: '/user/positions' }, status: all(200) },
  'user.change': onMember(({ id }) => ({ path: `/user/${id}`, payload: { allowCsvDownload: true } }), admins(200)),
  'user.remove': onMember(({ id }) => ({ path: `/user/delete/${id}` }), admins(200)),
  'user.services': { own: { path: '/user/services' }, status: all(200) },
  'user.provideServices': onMember(
    ({ id }) => ({ path: '/user/provide-services', payload: { userId: id, services: [] } }),
    { ...admins(200) },
  ),
  'user.requests': { own: { path: '/user/requests' }, status: admins(200) },
  'user.decide': {
    own: async () => ({ path: `/user/requests/${await addRequest(home)}`, payload: { decision: 'approved' } }),
    foreign: async () => ({ path: `/user/requests/${await addRequest(foreign)}`, payload: { decision: 'approved' } }),
    status: admins(200),
  },
  'user.withdraw': {
    own: async () => ({ path: `/user/requests/${await addRequest(home)}` }),
    status: all(404),
  },
  'user.setLocation': { own: { path: '/user/location', payload: { coordinates: [34.8, 32.1, 1] } }, status: all(200) },
  'device.key': { own: { path: '/user/device-key' }, status: all(200) },
  'notification.read': { own: { path: '/user/notifications' }, status: all(200) },
  'notification.change': { own: { path: '/user/notifications', payload: { off: ['updated'] } }, status: all(200) },
  'notification.sendTest': { own: { path: '/user/notifications/test', payload: {} }, status: all(200) },
  'notification.forgetDevice': {
    own: { path: '/user/unregister-device', payload: { endpoint: 'https://push.example/1' } },
    status: all(200),
  },
  'user.registerDevice': {
    own: {
      path: '/user/register-device',
      payload: { deviceType: 'web', device: { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } } },
    },
    status: all(200),
  },
  'invite.invite': {
    own: { path: '/user/invite', payload: { role: home.roleId, permission: 'Operator' } },
    status: admins(200),
  },
  'invite.inviteByMail': {
    own: {
      path: '/user/invite-by-mail',
      payload: { role: home.roleId, permission: 'Operator', email: 'a@example.org', language: 'en' },
    },
    status: configurers(404),
  },
  'invite.requestReentry': { own: { path: '/auth/re-entry', payload: { name: 'dana' } }, status: all(404), open: 404 },
  'sms.state': { own: { path: '/settings/sms' }, status: all(403) },
  'sms.sendTest': { own: { path: '/settings/sms/test', payload: { phone: '+972501234567' } }, status: all(403) },
  'mail.own': { own: { path: '/user/email' }, status: all(200) },
  'mail.setOwn': { own: { path: '/user/email', payload: { email: 'a@example.org', password: 'x' } }, status: all(404) },
  'mail.removeOwn': { own: { path: '/user/email' }, status: all(200) },
  'mail.confirmation': nobodys({ path: `/auth/email/${'x'.repeat(43)}` }),
  'mail.confirm': nobodys({ path: `/auth/email/${'x'.repeat(43)}` }),
  'mail.state': { own: { path: '/settings/mail' }, status: all(403) },
  'mail.sendTest': { own: { path: '/settings/mail/test', payload: { email: 'a@example.org' } }, status: all(403) },
  'invite.info': { own: { path: `/user/invitation-info/${'x'.repeat(43)}` }, status: all(404), open: 404 },
  'invite.username': {
    own: { path: `/user/invitation-info/${'x'.repeat(43)}/username?username=dana` },
    status: all(404),
    open: 404,
  },
  'invite.register': {
    own: {
      path: `/user/register/${'x'.repeat(43)}`,
      payload: { username: 'x', password: 'a long password', firstName: 'A', lastName: 'B', phone: '0501234567' },
    },
    status: all(404),
    open: 404,
  },
  'invite.makeReentry': onMember(({ id }) => ({ path: `/user/re-entry/${id}` }), admins(200)),
  'invite.reentryInfo': { own: { path: `/auth/re-entry/${'x'.repeat(43)}` }, status: all(404), open: 404 },
  'invite.reenter': {
    own: { path: `/auth/re-entry/${'x'.repeat(43)}`, payload: { password: 'a long password' } },
    status: all(404),
    open: 404,
  },
  'session.sessions': { own: { path: '/auth/sessions' }, status: all(200) },
  'session.endSession': { own: { path: `/auth/sessions/${newId()}` }, status: all(404) },
  'session.changePassword': {
    own: { path: '/auth/password', payload: { currentPassword: 'not it', newPassword: 'a long password' } },
    status: all(400),
  },
  'session.challenge': onMember(({ id }) => ({ path: `/auth/identify-check/${id}` }), admins(200)),
  'setting.publishTerms': {
    own: { path: '/settings/terms', payload: { en: '<p>Be kind.</p>' } },
    status: admins(200),
  },
  'user.profile': { own: { path: '/user/profile' }, status: all(200) },
  'user.changeProfile': { own: { path: '/user/profile', payload: { firstName: 'Dana' } }, status: all(200) },
  'user.deleteProfile': { own: { path: '/user/profile' }, status: all(200), endsCaller: true },
  'user.setPhoto': {
    own: { path: '/user/profile-photo', form: formOf({ file: { bytes: photo, name: 'me.png', type: 'image/png' } }) },
    status: all(200),
  },
  'user.removePhoto': { own: { path: '/user/profile-photo' }, status: all(200) },
  'user.agreeToTerms': { own: { path: '/user/update-terms' }, status: all(200) },
  'board.settings': { own: { path: '/board' }, status: workers(200) },
  'board.change': {
    own: { path: '/board', payload: { isOn: false, typeIds: [], states: [], cellMetres: 500, days: 30, origins: [] } },
    status: admins(200),
  },
  'board.text': onAoi(({ id }) => ({ path: `/board/texts/${id}` }), workers(200)),
  'board.writeText': onAoi(({ id }) => ({ path: `/board/texts/${id}`, payload: { text: 'Closed' } }), workers(200)),
  'board.similar': nobodys({
    path: `/public-board/b.${'x'.repeat(32)}/similar`,
    payload: { typeId: newId(), place: [0, 0], text: 'Water' },
  }),
  'board.read': nobodys({ path: `/public-board/b.${'x'.repeat(32)}` }),
  'review.status': { own: { path: '/review/status' }, status: workers(200) },
  'review.list': { own: { path: '/review/reports' }, status: workers(200) },
  'review.ids': { own: { path: '/review/report-ids' }, status: workers(200) },
  'review.next': { own: { path: '/review/next', payload: {} }, status: workers(200) },
  'review.take': onHeldReport((id) => ({ path: `/review/reports/${id}/take` })),
  'review.release': onHeldReport((id) => ({ path: `/review/reports/${id}/release` })),
  'review.accept': onHeldReport((id) => ({ path: '/review/accept', payload: { ids: [id] } })),
  'review.merge': onHeldReport(async (id) => ({
    path: '/review/merge',
    payload: { ids: [id], aoiId: (await addAoi(home.id)).id },
  })),
  'review.refuse': onHeldReport((id) => ({ path: '/review/refuse', payload: { ids: [id], reason: 'unclear' } })),
  'review.ask': onHeldReport((id) => ({ path: '/review/ask', payload: { ids: [id], question: 'Where?' } })),
  'review.hand': onHeldReport((id) => ({ path: '/review/hand', payload: { ids: [id], roleId: home.roleId } })),
  'review.undo': onHeldReport((id) => ({ path: '/review/undo', payload: { ids: [id] } })),
  'review.hold': { own: { path: '/review/hold', payload: { isOn: false } }, status: workers(200) },
  'review.change': { own: { path: '/review/settings', payload: { alertMinutes: 10 } }, status: admins(200) },
  'cover.photo': {
    own: { path: '/cover/photo', payload: { file: 'x'.repeat(32), strokes: [{ radius: 0.1, points: [[0.5, 0.5]] }] } },
    status: workers(404),
  },
  'cover.words': onHeldReport((id) => ({ path: `/cover/words/${id}`, payload: { words: ['Jonathan'] } })),
  'cover.check': { own: { path: '/cover/check', payload: { files: [] } }, status: all(200) },
  'textMessage.inbox': { own: { path: '/text-messages/inbox' }, status: admins(200) },
  'textMessage.openInbox': {
    own: { path: '/text-messages/inbox', payload: { provider: 'gateway' } },
    status: admins(200),
  },
  'textMessage.closeInbox': { own: { path: '/text-messages/inbox' }, status: admins(200) },
  'textMessage.receive': nobodys({ path: `/text-messages/${'x'.repeat(43)}`, payload: { id: '1' } }),
  'visitor.changeLink': {
    own: { path: '/user/invite-public-user', payload: { holdsReports: false } },
    status: admins(200),
  },
  'visitor.publicLink': { own: { path: '/user/invite-public-user' }, status: workers(200) },
  'visitor.replaceLink': { own: { path: '/user/invite-public-user/replace' }, status: admins(200) },
  'visitor.texts': { own: { path: '/reporter-texts' }, status: admins(200) },
  'visitor.changeTexts': {
    own: {
      path: '/reporter-texts',
      payload: Object.fromEntries(progressTextNames.map((name) => [name, inEveryLanguage(() => '')])),
    },
    status: admins(200),
  },
  'visitor.page': nobodys({ path: publicPath }),
  'visitor.search': nobodys({ path: `${publicPath}/places?text=oakland` }),
  'visitor.reverse': nobodys({ path: `${publicPath}/address?lng=0&lat=0` }),
  'visitor.report': nobodys({
    path: `${publicPath}/report`,
    form: formOf({
      publicAction: JSON.stringify({ publicActionId: newId() }),
      startCoordinates: '[0, 0]',
      nonce: '1',
      key: 'x'.repeat(43),
    }),
  }),
  'visitor.subscribe': nobodys({
    path: `${publicPath}/activities/${newId()}/subscribe`,
    payload: { key: 'x'.repeat(43) },
  }),
  'visitor.forget': nobodys({ path: `${publicPath}/forget` }),
  'visitor.follow': nobodys({ path: `/follow?follow=${'x'.repeat(43)}` }),
  'visitor.answer': nobodys({
    path: '/follow/answer',
    payload: { follow: 'x'.repeat(43), aoiId: newId(), text: 'Yes', nonce: '1' },
  }),
  'visitor.addPhoto': nobodys({
    path: '/follow/photo',
    form: formOf({ follow: 'x'.repeat(43), aoiId: newId(), nonce: '1' }),
  }),
  'visitor.close': nobodys({ path: '/follow/close', payload: { follow: 'x'.repeat(43), aoiId: newId() } }),
  'visitor.rate': nobodys({
    path: '/follow/rate',
    payload: { follow: 'x'.repeat(43), aoiId: newId(), feedback: 'thanks', nonce: '1' },
  }),
  'visitor.setEmail': nobodys({
    path: '/follow/email',
    payload: { follow: 'x'.repeat(43), email: 'a@example.org', language: 'en' },
  }),
  'visitor.confirmEmail': nobodys({
    path: '/follow/email/confirm',
    payload: { follow: 'x'.repeat(43), code: '123456' },
  }),
  'visitor.stopEmail': nobodys({ path: '/follow/email/stop', payload: { follow: 'x'.repeat(43) } }),
  'visitor.setDevice': nobodys({
    path: '/follow/device',
    payload: {
      follow: 'x'.repeat(43),
      language: 'en',
      device: { endpoint: 'https://push.example/1', keys: { p256dh: 'x'.repeat(87), auth: 'x'.repeat(22) } },
    },
  }),
  'visitor.stopDevice': nobodys({
    path: '/follow/device/stop',
    payload: { follow: 'x'.repeat(43), endpoint: 'https://push.example/1' },
  }),
  'visitor.unsubscribe': nobodys({ path: `/follow/unsubscribe/${'x'.repeat(43)}` }),
  'visitor.leave': nobodys({ path: '/follow/leave', payload: { follow: 'x'.repeat(43), aoiId: newId() } }),
  'visitor.erase': nobodys({ path: '/follow/erase', payload: { follow: 'x'.repeat(43) } }),
}

const newCaller = (name: CallerName) =>
  name === 'viewer'
    ? addMember(server.db, home, home.viewerRoleId)
    : addMember(server.db, home, home.roleId, { type: name as UserType })

/** Callers shared by all endpoints except rows with `endsCaller`. */
const shared = {
  Operator: await newCaller('Operator'),
  viewer: await newCaller('viewer'),
  Admin: await newCaller('Admin'),
  Technician: await newCaller('Technician'),
} satisfies Record<CallerName, TestMember>
const signedOut = await newCaller('Technician')
await sessions.endAllOf(server.db, signedOut.id)

let asks = 0
/** Sends each request from another address, so that limits by address refuse none. */
const ask = async (
  endpoint: Endpoint,
  { path, payload, form }: TestRequest,
  token: string | undefined,
  headers: Record<string, string> = {},
) => {
  const body = form ?? (payload ? { payload } : {})
  const address = { 'x-forwarded-for': `10.${asks >> 8}.${asks++ & 255}.1` }
  return server
    .as({ token: token ?? '' })
    .send(endpoint.method, path, { ...body, headers: { ...form?.headers, ...address, ...headers } })
}

const isOpen = ({ needs }: Endpoint) => ['open', 'link', 'ingestKey'].includes(needs)

/** One caller of each kind, for the rights of its kind. */
const actors = Object.fromEntries(
  await Promise.all(
    callers.map(async (who) => [who, (await sessions.callerByToken(server.db, shared[who].token))?.actor] as const),
  ),
)
const lacks = (who: CallerName, endpoint: Endpoint): boolean => {
  const actor = actors[who]
  return actor === undefined || (!isOpen(endpoint) && !mayEver(actor, endpoint.needs as Action))
}

const withoutKey = ({ needs, takesBasic }: Endpoint) => {
  if (takesBasic) return [401, 'apiToken']
  if (needs === 'link') return [404, 'notFound']
  return needs === 'ingestKey' ? [401, 'ingestKey'] : [403, 'apiKey']
}

test('every endpoint has a row, and every row an endpoint', () => {
  expect(Object.keys(rows).sort()).toEqual(allEndpoints.map(({ name }) => name).sort())
})

const endpoints = allEndpoints.filter(({ name, endpoint }) => rows[name] && endpoint.raw !== 'text/event-stream')

test.each(endpoints)('$name', async ({ name, endpoint }) => {
  const row = rows[name]!
  const makeOwn = async () => (typeof row.own === 'function' ? row.own() : row.own)
  const makeForeign = async () => (typeof row.foreign === 'function' ? row.foreign() : row.foreign)
  // Requests without a session change nothing, so they share one target.
  const own = await makeOwn()

  const keyless = await ask(endpoint, own, shared.Technician.token, { 'x-api-key': 'wrong' })
  expect([keyless.statusCode, keyless.json().code], 'without the API key').toEqual(withoutKey(endpoint))

  for (const [who, token] of Object.entries({ 'no token': undefined, 'ended session': signedOut.token, guess: 'x' }))
    expect((await ask(endpoint, own, token)).statusCode, who).toBe(isOpen(endpoint) ? row.open : 401)

  const isJson = endpoint.body !== undefined && !endpoint.files && !isOpen(endpoint)
  const broken = ({ path }: TestRequest): TestRequest => ({
    path,
    form: { payload: Buffer.from('{"broken'), headers: { 'content-type': 'application/json' } },
  })
  const refused = callers.filter((who) => lacks(who, endpoint))
  const first = callers.find((who) => !refused.includes(who))
  // The caller's type is refused before the body is parsed or any row is looked up.
  const target = refused.length > 0 ? ((await makeForeign()) ?? own) : own
  for (const who of callers) {
    const { token } = row.endsCaller ? await newCaller(who) : shared[who]
    if (refused.includes(who)) {
      const refusal = await ask(endpoint, isJson ? broken(target) : target, token)
      expect([refusal.statusCode, row.status[who]], `${who}: ${refusal.body}`).toEqual([403, 403])
      expect(refusal.json()).toMatchObject({ statusCode: 403, error: expect.any(String), code: expect.any(String) })
      continue
    }
    if (isJson && who === first)
      expect((await ask(endpoint, broken(await makeOwn()), token)).statusCode, `${who}, broken`).toBe(400)
    const foreign = await makeForeign()
    if (foreign) {
      const answer = await ask(endpoint, foreign, token)
      expect(answer.statusCode, `${who}, of a service it cannot see: ${answer.body}`).toBe(404)
    }
    const answer = await ask(endpoint, await makeOwn(), token)
    expect(answer.statusCode, `${who}: ${answer.body}`).toBe(row.status[who])
    if (answer.statusCode >= 400)
      expect(answer.json()).toMatchObject({
        statusCode: answer.statusCode,
        error: expect.any(String),
        code: expect.any(String),
      })
  }
})

/** Endpoints that API tokens may call, by scope. The live stream is tested in people/token/routes.test.ts. */
const named = [
  'token.current',
  'service.visible',
  'eventType.ofService',
  'region.all',
  'region.byId',
  'region.ofLocalMap',
  'ogc.landing',
  'ogc.conformance',
  'ogc.collections',
  'ogc.collection',
  'ogc.items',
  'ogc.item',
]
const reading = [...named, 'aoi.ofService', 'aoi.filtered', 'aoi.byNonce', 'aoi.tile', 'aoi.extent', 'aoi.onLocalMap']
const openToTokens: Record<TokenScope, readonly string[]> = {
  events: reading,
  contacts: reading,
  report: [...named, 'aoi.create', 'eventType.suggest', 'place.search', 'place.reverse'],
  log: [...reading, 'log.add', 'log.addPhoto', 'aoi.archive', 'aoi.unarchive'],
  readings: ['token.current', 'sensor.ingest', 'sensor.ingestMedia'],
  configuration: [
    ...named,
    'action.ofService',
    'role.all',
    'role.ofService',
    'metric.ofService',
    'community.communities',
    'sensor.list',
    'sensor.byId',
    'sensor.telemetry',
  ],
  position: ['token.current', 'user.setLocation'],
}
const tokenCreator = await addMember(server.db, home, home.roleId, {
  type: 'Technician',
  isServerOwner: true,
  providedServiceIds: [foreign.id],
})
const createdTokens = new Map<string, Promise<{ token: string }>>()
const tokenOf = async (scopes: TokenScope[]): Promise<string> => {
  const created = createdTokens.get(scopes.join()) ?? addToken(tokenCreator, scopes)
  createdTokens.set(scopes.join(), created)
  return (await created).token
}
/** Requests and statuses of endpoints whose row does not fit API tokens. */
const tokenRequests: Record<string, { own: TestRequest; status: number }> = {
  'token.current': { own: { path: '/tokens/current' }, status: 200 },
  'eventType.ofService': { own: { path: `/aoi-type/service/${home.id}` }, status: 200 },
  'sensor.ingest': { own: { path: '/sensors/ingest', payload: { serial: 'S1', time: Date.now() } }, status: 200 },
  'sensor.ingestMedia': {
    own: { path: '/sensors/ingest/media', form: formOf({ serial: 'S1', type: 'audio' }) },
    status: 400,
  },
}

test.each(endpoints)('$name with an API token and without the API key', async ({ name, endpoint }) => {
  const row = rows[name]!
  const makeOwn = async () => tokenRequests[name]?.own ?? (typeof row.own === 'function' ? row.own() : row.own)
  const askWith = async (request: TestRequest, ...scopes: TokenScope[]) =>
    ask(endpoint, request, await tokenOf(scopes), { 'x-api-key': '' })
  for (const scope of tokenScopes.filter((one) => openToTokens[one].includes(name))) {
    const answer = await askWith(await makeOwn(), scope)
    expect(answer.statusCode, `${scope}: ${answer.body}`).toBe(tokenRequests[name]?.status ?? row.status.Technician)
    const other = typeof row.foreign === 'function' ? await row.foreign() : row.foreign
    // The token's creator has access to the other service, but the token does not.
    if (other) expect((await askWith(other, scope)).statusCode).toBe(404)
  }
  // Scopes only add rights, so a token with all other scopes is refused if and only if each of them is.
  const others = tokenScopes.filter((one) => !openToTokens[one].includes(name))
  if (others.length === 0) return
  const answer = await askWith(await makeOwn(), ...others)
  const refusal = [answer.statusCode, answer.statusCode >= 400 ? answer.json().code : undefined]
  if (endpoint.needs === 'open') expect(refusal, others.join()).toEqual([403, 'apiKey'])
  else if (endpoint.needs === 'link') expect(answer.statusCode, others.join()).toBe(row.open)
  else expect(refusal, others.join()).toEqual([403, 'forbidden'])
})

test('only the owner of the server changes its settings', async () => {
  const owner = await addMember(server.db, home, home.roleId, { type: 'Technician', isServerOwner: true })
  const other = shared.Technician
  expect((await server.as(other).patch('/settings', { name: 'Mine' })).statusCode).toBe(403)
  expect((await server.as(owner).patch('/settings', { name: 'Depot' })).json().name).toBe('Depot')
})

test('a refusal is audited although its transaction is rolled back', async () => {
  const other = await newCaller('Operator')
  await server.as(other).patch('/settings', { name: 'Mine' })
  const kept = await server.db.selectFrom('audit').selectAll().where('memberId', '=', other.id).execute()
  expect(kept).toMatchObject([{ action: 'server.edit', outcome: 'refused' }])
})

test('a member with access to another service reads it, but configures only its own', async () => {
  const guest = await addMember(server.db, home, home.roleId, { type: 'Admin', providedServiceIds: [foreign.id] })
  expect((await server.as(guest).get(`/service/${foreign.id}`)).statusCode).toBe(200)
  expect((await server.as(guest).get('/service')).json().map((service: { title: string }) => service.title)).toEqual([
    'Home',
    'Foreign',
  ])
})
