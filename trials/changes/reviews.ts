import { setTimeout as pause } from 'node:timers/promises'
import { readRows } from '../world/database.ts'
import { publicLink, reportAsVisitor } from '../world/visitors.ts'
import type { ChangeScene } from './harness.ts'

const REDACTED = 'Quillfeather'
const POLL_MS = 200
const GIVE_UP_TRIES = 150

/**
 * Redacts a word of an event that a rule has copied into an event of its own and into a text message. The message is
 * still queued, because the gateway is unreachable. Afterwards no column of any table may contain the word.
 */
const redactWaitingWords = async ({ api, service, folder, fail }: ChangeScene, link: string): Promise<void> => {
  const { technician, eventTypeId } = service
  const post = (path: string, body: object = {}) => api.must(api.send('POST', path, { ...technician, body }))
  const description = `${REDACTED} waits at Quillfeather Road 7`
  const { _id: id } = await reportAsVisitor(api, link, { eventTypeId, parts: { description } })
  const { _id: memberId } = await api.must(api.send('GET', '/user/profile', technician))
  const level = { targets: [{ type: 'member', memberId }], channels: ['sms'], waitSeconds: 600, repeatSeconds: null }
  const { _id: planId } = await post('/escalation-plans', { name: 'Redaction', levels: [level] })
  const trigger = { type: 'unattended', eventTypeIds: [eventTypeId], seconds: 1 }
  const rule = { name: 'Redaction', severity: 'high', planId, trigger, event: { eventTypeId } }
  const { _id: ruleId } = await post('/rules', rule)
  await post('/review/accept', { ids: [id] })
  const isWaiting = async () =>
    (await readRows(folder, `select from delivery where state = 'waiting' and payload::text like '%${REDACTED}%'`))
      .length > 0
  for (let tries = 0; tries < GIVE_UP_TRIES && !(await isWaiting()); tries++) await pause(POLL_MS)
  if (!(await isWaiting())) fail('no queued alarm message contained the word')
  const hasEvent = async () =>
    (await readRows(folder, `select from aoi where name ilike 'Redaction: %${REDACTED}%'`)).length > 0
  for (let tries = 0; tries < GIVE_UP_TRIES && !(await hasEvent()); tries++) await pause(POLL_MS)
  if (!(await hasEvent())) fail('no event of a rule contained the word')
  await post(`/cover/words/${id}`, { words: [REDACTED] })
  const tables = await readRows<{ name: string }>(
    folder,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  for (const { name } of tables)
    if ((await readRows(folder, `select from "${name}" t where t::text ilike '%${REDACTED}%'`)).length > 0)
      fail(`the redacted word is still in ${name}`)
  await api.must(api.send('DELETE', `/rules/${ruleId}`, technician))
}

export const changeReviews = async (scene: ChangeScene): Promise<void> => {
  const { api, change, service, picture } = scene
  const { technician, eventTypeId } = service
  await change('POST /review/hold', { body: { isOn: true } })
  await change('PATCH /review/settings', { body: { alertMinutes: 15 } })
  await change('PATCH /user/invite-public-user', { body: { holdsReports: false } })
  await change('PATCH /reporter-texts', { body: await api.must(api.send('GET', '/reporter-texts', technician)) })
  const link = await publicLink(api, technician)
  const report = async (): Promise<string> => (await reportAsVisitor(api, link, { eventTypeId }))._id
  const file = Buffer.from(await picture.arrayBuffer())
  const { _id: withPhoto } = await reportAsVisitor(api, link, { eventTypeId, file })
  const { image } = await api.must(api.send('POST', `/review/reports/${withPhoto}/take`, technician))
  const strokes = [{ radius: 0.2, points: [[0.5, 0.5]] }]
  await change('POST /cover/photo', { body: { file: image.slice(image.lastIndexOf('/') + 1), strokes } })
  await change('POST /cover/words/{id}', { params: { id: withPhoto }, body: { words: ['Stone'] } })
  await redactWaitingWords(scene, link)
  const { role } = await api.must(api.send('GET', '/user/profile', technician))
  const [main, ...ids] = [await report(), await report(), await report(), await report()]
  await change('POST /review/accept', { body: { ids: [main] } })
  const board = { isOn: true, typeIds: [eventTypeId], states: ['new'], cellMetres: 500, days: 30, origins: [] }
  await change('PATCH /board', { body: board })
  await change('PATCH /board/texts/{id}', { params: { id: main }, body: { text: 'The road is closed' } })
  await change('POST /review/merge', { body: { ids: [ids[0]], aoiId: main } })
  await change('POST /review/undo', { body: { ids: [ids[0]] } })
  await change('POST /review/hand', { body: { ids: [ids[1]], roleId: role._id } })
  await change('POST /review/ask', { body: { ids: [ids[1]], question: 'Where exactly?' } })
  await change('POST /review/refuse', { body: { ids: [ids[2]], reason: 'unclear' } })
  await api.must(api.send('POST', '/review/hold', { ...technician, body: { isOn: false } }))
}
