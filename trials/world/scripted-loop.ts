import { progressTextNames } from '#contract'
import { atOnce, freshAddress } from './api.ts'
import type { Scene } from './scripted-service.ts'
import { publicLink, reportAsVisitor } from './visitors.ts'

const SIX = 6
const everySixth = (payloads: readonly string[], longest: number): string[] =>
  payloads.filter(({ length }) => length <= longest).filter((_, index) => index % SIX === 0)

/** Fills every text that reporters and the public read. Returns the public board and the follow links. */
export const fillPublicLoop = async ({
  api,
  service,
  payloads,
}: Scene): Promise<{ board: string; follows: string[] }> => {
  const { technician, eventTypeId } = service
  const post = (path: string, body: object) => api.must(api.send('POST', path, { ...technician, body }))
  const link = await publicLink(api, technician)
  const short = everySixth(payloads, 100)
  await post('/review/hold', { isOn: true })
  const held = await atOnce(2, short.length, async (at) => {
    const parts = { firstName: short[at] ?? '', description: short[at] ?? '' }
    return reportAsVisitor(api, link, { eventTypeId, parts })
  })
  const decide = [
    (ids: string[], text: string) => post('/review/ask', { ids, question: text }),
    (ids: string[], text: string) => post('/review/refuse', { ids, reason: 'other', text }),
    (ids: string[], text: string) => post('/review/accept', { ids, publicText: text }),
    // Every fourth report stays in the queue.
    async () => undefined,
  ]
  for (const [index, { _id }] of held.entries()) await decide[index % decide.length]?.([_id], short[index] ?? '')
  await post('/review/hold', { isOn: false })
  const accepted = held.find((_, index) => decide[index % decide.length] === decide[2])
  await api.must(api.send('PATCH', `/board/texts/${accepted?._id}`, { ...technician, body: { text: short[0] ?? '' } }))

  const texts = Object.fromEntries(
    progressTextNames.map((step, index) => [
      step,
      { en: short[index % short.length] ?? '', he: short[(index + 1) % short.length] ?? '' },
    ]),
  )
  await api.must(api.send('PATCH', '/reporter-texts', { ...technician, body: texts }))
  const board = { isOn: true, typeIds: [eventTypeId], states: ['new', 'inProgress'], cellMetres: 500, days: 30 }
  const { link: boardLink } = await api.must(
    api.send('PATCH', '/board', { ...technician, body: { ...board, origins: [] } }),
  )
  const { _id: aoiId, follow } = await reportAsVisitor(api, link, { eventTypeId })
  const form = new FormData()
  for (const [name, value] of Object.entries({ follow, aoiId, nonce: '1', text: short[0] ?? '' })) form.set(name, value)
  const { default: sharp } = await import('sharp')
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#ccc' } })
    .png()
    .toBuffer()
  form.set('file', new Blob([Uint8Array.from(photo)]), `${short[1]}.png`)
  await api.must(api.send('POST', '/follow/photo', { body: form, headers: freshAddress() }))
  const { pathname, search } = new URL(boardLink)
  return { board: pathname + search, follows: [follow, ...held.map((report) => report.follow)].slice(0, 8) }
}

export const fillPlans = async ({ api, service: { technician, actionId }, payloads }: Scene): Promise<void> => {
  const send = (method: string, path: string, body: object) => api.must(api.send(method, path, { ...technician, body }))
  const { _id: memberId } = await api.must(api.send('GET', '/user/profile', technician))
  const short = everySixth(payloads, 100)
  const groups: { _id: string }[] = await api.must(api.send('GET', '/community-servers/groups', technician))
  const group = groups[0]?._id
  await atOnce(4, short.length, async (at) => {
    const name = short[at] ?? ''
    const times = { startsOn: '2026-03-01', handoverAt: '08:00', timeZone: 'UTC' }
    await send('POST', '/rotas', { name, memberIds: [memberId], ...times })
    const level = { targets: [{ type: 'member', memberId }], channels: ['push'], waitSeconds: 600 }
    await send('POST', '/escalation-plans', { name, levels: [{ ...level, repeatSeconds: null }] })
    const translations = { he: { name } }
    const action = { name, unit: 'Text', value: name, isCustomValue: true, translations }
    const { _id: textId } = await send('POST', '/actions', action)
    const role = { actions: [], publicActions: [], isViewer: false, defaultView: 'MAP', defaultMetrics: [] }
    const label = { _id: textId, customValue: name, label: name, translations: { he: { label: name } } }
    await send('POST', '/roles', { ...role, name, translations, actions: [label] })
    await send('POST', '/community-servers/communities', { title: name, translations: { he: { title: name } } })
    if (at < 5)
      await send('POST', `/community-servers/groups/${group}/criteria`, { name, translations, target: 3, actionId })
  })
  const sensors: { _id: string }[] = await api.must(api.send('GET', '/sensors', technician))
  for (const [at, { _id }] of sensors.slice(0, short.length).entries())
    await send('PATCH', `/sensors/${_id}`, { name: short[at], device: short[at] })
  const alarms: { _id: string }[] = await api.must(api.send('GET', '/alarms', technician))
  for (const [at, { _id }] of alarms.slice(0, 5).entries())
    await send('POST', `/alarms/${_id}/end`, { reason: short[at] })
}
