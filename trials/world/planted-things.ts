import { setTimeout as pause } from 'node:timers/promises'
import { INGEST_KEY_HEADER } from '#contract'
import { type Api, addEventType, type Member } from './api.ts'
import { uploadCsv } from './imports.ts'
import { openTexts } from './texts.ts'
import { publicLink, reportAsVisitor } from './visitors.ts'

const VISITOR = { firstName: 'Zipporah', lastName: 'Quillfeather', phone: '+1 415 555 7781' }
const PLAN = 'Plan of the quillworks'
const RULE = 'Quillworks too hot'
const REASON = 'Painting the quillworks'
const GATEWAY = 'Gateway of the quillworks'
const ROTA = 'Nights at the quillworks'
const ESCALATION = 'When the quillworks burn'
const HOOK_HOST = 'quillworks.invalid'
const HELD = 'Quillworks under review'
const TEXT = 'Quills on the road'
const TEXTER = '+14155557782'
const messages = [HELD, TEXT, TEXTER]
export const plantedTexts = [
  ...[...Object.values(VISITOR), PLAN, RULE, REASON, GATEWAY, ROTA, ESCALATION, HOOK_HOST],
  ...messages,
]

const addPlan = async (api: Api, owner: Member) => {
  const { default: sharp } = await import('sharp')
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#ccc' } })
    .png()
    .toBuffer()
  const body = new FormData()
  body.set('name', PLAN)
  body.set('position', JSON.stringify({ originX: -122.4, originY: 37.7, width: 0.01, height: 0.01, rotation: 0 }))
  body.set('file', new Blob([Uint8Array.from(picture)]), 'plan.png')
  await api.must(api.send('POST', '/service/local-map', { ...owner, body }))
}

/** Adds a rota and the escalation plan of the alarm below. Returns the id of the plan. */
const addEscalationPlan = async (api: Api, owner: Member): Promise<string> => {
  const { _id: memberId } = await api.must(api.send('GET', '/user/profile', owner))
  const times = { startsOn: '2026-03-01', handoverAt: '08:00', timeZone: 'UTC' }
  const rota = { name: ROTA, memberIds: [memberId], ...times }
  const { _id: rotaId } = await api.must(api.send('POST', '/rotas', { ...owner, body: rota }))
  const targets = [{ type: 'onDuty', rotaId }]
  const levels = [{ targets, channels: ['push'], waitSeconds: 86_400, repeatSeconds: null }]
  const plan = await api.must(api.send('POST', '/escalation-plans', { ...owner, body: { name: ESCALATION, levels } }))
  return plan._id
}

const addWebhook = async (api: Api, owner: Member) => {
  const body = { url: `https://${HOOK_HOST}/`, events: ['alarm.raised'] }
  const { _id } = await api.must(api.send('POST', '/webhooks', { ...owner, body }))
  await api.must(api.send('POST', `/webhooks/${_id}/test`, owner))
}

/** Adds a rule, an escalated alarm of this rule, and a mute of another rule. */
const addAlarm = async (api: Api, owner: Member) => {
  const conditions = [{ type: 'value', parameter: 'Quills', operator: 'above', enter: 50 }]
  const trigger = { type: 'sensor', scope: { type: 'all' }, conditions }
  const rule = { name: RULE, severity: 'high', trigger, setsAreaStatus: false }
  const planId = await addEscalationPlan(api, owner)
  await api.must(api.send('POST', '/rules', { ...owner, body: { ...rule, planId } }))
  const { key } = await api.must(api.send('POST', '/sensors/ingest-keys', { ...owner, body: { name: GATEWAY } }))
  const reading = { serial: 'quill-1', parameters: [{ parameter: 'Quills', value: 60 }] }
  await api.must(api.send('POST', '/sensors/ingest', { body: reading, headers: { [INGEST_KEY_HEADER]: key } }))
  await beginningOfEscalation(api, owner)
  const { _id: muted } = await api.must(api.send('POST', '/rules', { ...owner, body: { ...rule, isEnabled: false } }))
  const mute = { target: { type: 'rule', id: muted }, until: Date.now() + 86_400_000, reason: REASON }
  await api.must(api.send('POST', '/mutes', { ...owner, body: mute }))
}

const addSubscriber = async (api: Api, owner: Member, link: string, follow: string) => {
  const { _id: communityId } = await api.must(
    api.send('POST', '/community-servers/communities', { ...owner, body: { title: 'Quillworkers' } }),
  )
  const [region] = await api.must(api.send('GET', '/service/regions', owner))
  const form = new FormData()
  const place = { startCoordinates: '[-122.42,37.77,1]', startTime: '1900000000000', region: region._id }
  const parts = { name: 'Quill day', nonce: String(Date.now()), isPublic: 'true', communityId, ...place }
  for (const [key, value] of Object.entries(parts)) form.set(key, value)
  const { _id: id } = await api.must(api.send('POST', '/aoi', { ...owner, body: form }))
  await api.must(api.send('POST', `/public/${link}/activities/${id}/subscribe`, { body: { ...VISITOR, key: follow } }))
}

const addHeldReport = async (api: Api, owner: Member, link: string, eventTypeId: string) => {
  const hold = (isOn: boolean) => api.must(api.send('POST', '/review/hold', { ...owner, body: { isOn } }))
  await hold(true)
  await reportAsVisitor(api, link, { eventTypeId, parts: { description: HELD } })
  await hold(false)
}

const addText = async (api: Api, owner: Member) => {
  const deliver = await openTexts(api, owner)
  const { status } = await deliver({ id: `quill-${Date.now()}`, from: TEXTER, text: TEXT })
  if (status !== 204) throw new Error(`a text message was refused: ${status}`)
}

const addRequest = async (api: Api, owner: Member) => {
  const member = await api.invite(owner, 'Operator', `quill-${Date.now()}`)
  const { role, service } = await api.must(api.send('GET', '/user/profile', member))
  const path = `/roles/user-roles/${service._id}/service`
  const roles: { _id: string }[] = await api.must(api.send('GET', path, owner))
  const other = roles.find(({ _id }) => _id !== role._id)
  await api.must(api.send('PATCH', '/user/profile', { ...member, body: { role: other?._id } }))
}

/** Adds an object of every kind that has an id and that the demo lacks, in the service of this server owner. */
export const plantThings = async (api: Api, owner: Member): Promise<void> => {
  const eventTypeId = await addEventType(api, owner, 'Visitors')
  const link = await publicLink(api, owner)
  const { follow } = await reportAsVisitor(api, link, { eventTypeId, parts: VISITOR })
  await addHeldReport(api, owner, link, eventTypeId)
  await addText(api, owner)
  await addPlan(api, owner)
  await addAlarm(api, owner)
  await addWebhook(api, owner)
  await addSubscriber(api, owner, link, follow)
  await addRequest(api, owner)
  await api.must(api.send('POST', '/calendar/feeds', { ...owner, body: {} }))
  await api.must(api.send('POST', '/feeds', { ...owner, body: { name: 'Map', format: 'kml', filter: {} } }))
  const token = { name: 'Sheet', scopes: ['events'], password: owner.password }
  await api.must(api.send('POST', '/tokens', { ...owner, body: token }))
  const warnings = { name: 'Weather', url: `https://${HOOK_HOST}/cap` }
  await api.must(api.send('POST', '/warning-feeds', { ...owner, body: warnings }))
  await uploadCsv(api, owner, { name: 'holes.csv', text: 'Title,Lat,Lon\nHole,37.7,-122.4' })
  await api.must(api.send('POST', '/settings/notices', { ...owner, body: { text: 'Tonight' } }))
}

export const beginningOfEscalation = async (api: Api, member: Member): Promise<string> => {
  for (let tries = 0; tries < 300; tries++) {
    const [escalation] = await api.must(api.send('GET', '/escalations', member))
    if (escalation) return escalation._id
    await pause(200)
  }
  return ''
}
