import { type Api, atOnce, freshAddress, type Member } from './api.ts'
import type { SecondService } from './second-service.ts'
import { publicLink, reportAsVisitor } from './visitors.ts'

const TOGETHER = 30
export type Scene = { api: Api; service: SecondService; payloads: readonly string[] }

/** Joins each `TOGETHER` payloads to a long text. */
const inGroups = (payloads: readonly string[]): string[] =>
  Array.from({ length: Math.ceil(payloads.length / TOGETHER) }, (_, index) =>
    payloads.slice(index * TOGETHER, (index + 1) * TOGETHER).join('\n'),
  )

const questionOf = async ({ api, service: { technician } }: Scene, name: string) => {
  const fields = [{ name, value: name, kind: 'text', isRequired: false }]
  const body = { name, guide: `<p>Stay away.</p>${name}`, unit: 'Number', value: '1', fields }
  const type = await api.must(api.send('POST', '/public-actions', { ...technician, body }))
  return { typeId: type._id as string, questionId: type.fields[0]._id as string }
}

/** Reports an event with the text as its name, address and answer. Returns the number of the event. */
const report = async (
  { api, service: { technician } }: Scene,
  { typeId, questionId }: { typeId: string; questionId: string },
  { name, description, nonce }: { name: string; description: string; nonce: number },
) => {
  const form = new FormData()
  const publicAction = JSON.stringify({ publicActionId: typeId, fields: [{ _id: questionId, value: name }] })
  const parts = {
    name,
    address: name,
    description,
    nonce: String(nonce),
    startCoordinates: '[-122.42,37.77,1]',
    publicAction,
  }
  for (const [key, value] of Object.entries(parts)) form.set(key, value)
  return (await api.must(api.send('POST', '/aoi', { ...technician, body: form }))) as { number: number }
}

/** `cards`: nonces of events whose cards show the long texts. `link` and `follows`: public link and follow links. */
export type FilledService = { cards: string[]; link: string; follows: string[] }

export const fillService = async (scene: Scene, owner: Member): Promise<FilledService> => {
  const { api, service, payloads } = scene
  const { technician } = service
  const post = (path: string, body: object, as: Member = technician) =>
    api.must(api.send('POST', path, { ...as, body }))
  const first = payloads[1] ?? ''
  const type = await questionOf(scene, first)
  let nonce = Date.now() * 10
  await atOnce(8, payloads.length, async (index) => {
    await report(scene, type, { name: payloads[index] ?? '', description: '', nonce: nonce + index })
  })
  nonce += payloads.length
  const longTexts = inGroups(payloads)
  const cards = await atOnce(4, longTexts.length, async (index) => {
    const text = longTexts[index] ?? ''
    const key = nonce + index
    const { number } = await report(scene, type, { name: first, description: text, nonce: key })
    await post(`/aoi/${number}/add-log`, { text })
    return String(key)
  })
  const role = { actions: [], publicActions: [], isViewer: false, defaultView: 'MAP', defaultMetrics: [] }
  await atOnce(4, payloads.length, async (index) => {
    const name = payloads[index] ?? ''
    await post('/roles', { ...role, name })
    await post('/actions', { name, unit: 'Text', value: name })
  })
  for (const name of payloads.filter((_, index) => index % 10 === 0)) await questionOf(scene, name)
  const { _id: communityId } = await post('/community-servers/communities', { title: first })
  await atOnce(4, payloads.length, (index) => {
    const name = payloads[index] ?? ''
    return post('/community-servers/groups', {
      name,
      description: `<p>Together.</p>${name}`,
      location: name,
      communityId,
    })
  })
  const { key } = await post('/sensors/ingest-keys', { name: first })
  await api.must(
    api.send('POST', '/sensors/ingest', {
      headers: { 'x-ingest-key': key },
      body: payloads
        .slice(0, 50)
        .map((serial) => ({ serial, parameters: [{ parameter: serial.slice(0, 50), value: 1 }] })),
    }),
  )
  const profile = { firstName: first.slice(0, 100), lastName: first.slice(0, 100) }
  await api.must(api.send('PATCH', '/user/profile', { ...technician, body: profile }))
  await post(
    '/settings/notices',
    { text: longTexts[0] ?? '', translations: { he: { text: longTexts[0] } }, expiresAt: null },
    owner,
  )
  await post('/settings/terms', { en: longTexts.join(''), he: longTexts.join('') })
  await fillMapAndMetrics(scene)
  await nameServer(scene, owner)
  return { cards, ...(await reportAsVisitors(scene, type)) }
}

const square = (at: number) => {
  const west = -122.5 + at * 0.001
  const south = 37.7
  return [
    [west, south],
    [west + 0.001, south],
    [west + 0.001, south + 0.001],
    [west, south],
  ]
}

const fillMapAndMetrics = async ({ api, service: { technician }, payloads }: Scene) => {
  const post = (path: string, body: object) => api.must(api.send('POST', path, { ...technician, body }))
  // A community without groups, because an activity must name groups if there are any.
  const { _id: communityId } = await post('/community-servers/communities', { title: payloads[0] ?? '' })
  const { default: sharp } = await import('sharp')
  const plan = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#ccc' } })
    .png()
    .toBuffer()
  const some = payloads.filter((_, index) => index % 6 === 0)
  await atOnce(4, some.length, async (at) => {
    const name = some[at] ?? ''
    const { _id: region } = await post('/service/region', { name, coordinates: [square(at)] })
    const metric = { name, shortName: name.slice(0, 50), metricType: 'BY_POSTS', metricCountType: 'COUNT_POSTS' }
    await post('/metrics', metric)
    const form = new FormData()
    form.set('name', name)
    form.set('position', JSON.stringify({ originX: -122.4, originY: 37.7, width: 0.01, height: 0.01, rotation: 0 }))
    // The file name is a payload too.
    form.set('file', new Blob([Uint8Array.from(plan)]), `${name}.png`)
    await post('/service/local-map', form)
    await post('/aoi', activityForm(name, { communityId, region }))
  })
}

/** Form of an activity that is open to the public, so that the visitors' page shows its name and description. */
const activityForm = (name: string, belongs: { communityId: string; region: string }): FormData => {
  const form = new FormData()
  const place = { startCoordinates: '[-122.42,37.77,1]', startTime: '1900000000000' }
  const parts = { name, description: name, isPublic: 'true', ...place, ...belongs }
  for (const [key, value] of Object.entries(parts)) form.set(key, value)
  return form
}

const nameServer = async ({ api, service: { id, technician }, payloads }: Scene, owner: Member) => {
  const name = payloads.find(({ length }) => length <= 80) ?? ''
  await api.must(api.send('PATCH', '/settings', { ...owner, body: { name } }))
  const form = new FormData()
  form.set('title', payloads[2] ?? '')
  await api.must(api.send('PATCH', `/service/${id}`, { ...technician, body: form }))
}

const reportAsVisitors = async (
  { api, service: { technician }, payloads }: Scene,
  { typeId, questionId }: { typeId: string; questionId: string },
) => {
  const link = await publicLink(api, technician)
  const names = payloads.filter(({ length }) => length <= 100)
  const sent = await atOnce(2, names.length, async (at) => {
    const name = names[at] ?? ''
    const answers = [{ _id: questionId, value: name }]
    const parts = { firstName: name, lastName: name, description: name }
    const { _id: aoiId, follow } = await reportAsVisitor(api, link, { eventTypeId: typeId, answers, parts })
    const answer = { follow, aoiId, text: name, nonce: String(at + 1) }
    await api.must(api.send('POST', '/follow/answer', { body: answer, headers: freshAddress() }))
    return follow
  })
  return { link, follows: sent.filter((_, index) => index % 20 === 0) }
}
