import { INGEST_KEY_HEADER } from '#contract'
import { freshAddress, type Member } from './api.ts'
import type { Scene } from './scripted-service.ts'
import { publicLink, reportAsVisitor } from './visitors.ts'

/** The smallest Ogg page that identifies itself as audio. */
const recording = Buffer.concat([
  Buffer.from('OggS\0\x02', 'latin1'),
  Buffer.alloc(22, 0),
  Buffer.from('\x01\x1eOpusHead'),
])

/**
 * Serials that the server accepts. A serial is part of an MQTT topic, so it must not contain `/`, `+`, `#` or control
 * characters.
 */
const SERIAL = /^[^/+#\p{Cc}]{1,50}$/u

const formOf = (texts: Record<string, string>, file?: { bytes: Buffer; name: string }) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(texts)) form.set(name, value)
  if (file) form.set('file', new Blob([Uint8Array.from(file.bytes)]), file.name)
  return form
}

/**
 * Fills the fields that have one text each: translations, conditions, choices, names of people and of other services.
 * Returns the addresses of the cards that show them.
 */
export const fillDetails = async (
  { api, service: { id, technician, eventTypeId }, payloads }: Scene,
  owner: Member,
): Promise<string[]> => {
  const name = payloads.find(({ length }) => length <= 50) ?? ''
  const serial = payloads.find((payload) => SERIAL.test(payload)) ?? ''
  const send = (method: string, path: string, body: object) => api.must(api.send(method, path, { ...technician, body }))
  const { default: sharp } = await import('sharp')
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#ccc' } })
    .png()
    .toBuffer()
  const file = { bytes, name: `${name}.png` }
  const he = { he: { name } }

  const values = { unit: 'Text', value: name, setOfValuesEnabled: true, values: [name] }
  const { _id: actionId } = await send('POST', '/actions', { name, ...values })
  const question = { name, kind: 'choice', choices: [name, 'other'], isRequired: false, translations: he }
  const url = `https://example.invalid/?${name}`
  const kind = { name, url, icon: name, guide: `<p>Stay away.</p>${name}`, unit: 'Text', value: name, translations: he }
  const type = await send('POST', '/public-actions', { ...kind, fields: [question] })
  const { _id: communityId } = await send('POST', '/community-servers/communities', { title: name })
  const group = { name, description: name, location: name, communityId }
  await send('POST', '/community-servers/groups', { ...group, translations: { he: { name, description: name } } })
  const counted = { name, shortName: name, metricType: 'BY_POSTS', metricCountType: 'COUNT_POSTS' }
  await send('POST', '/metrics', {
    ...counted,
    translations: { he: { name, shortName: name } },
    conditions: [
      {
        type: 'BY_ACTION',
        actionId,
        actionSettings: { type: 'Text', value: name, values: [name] },
      },
      { type: 'BY_PUBLIC_ACTION', publicActionIds: [type._id] },
      { type: 'BY_QUESTION_RESPONSE', questionResponse: { questionId: type.fields[0]._id, response: name } },
    ],
  })
  const ring = [
    [-122.5, 37.7],
    [-122.49, 37.7],
    [-122.49, 37.71],
    [-122.5, 37.7],
  ]
  const { _id: region } = await send('POST', '/service/region', { name, coordinates: [ring], translations: he })
  await send('POST', '/service/regions/import', { regions: [{ name, coordinates: [ring], translations: he }] })
  await send('POST', '/webhooks', { url, events: ['alarm.cleared'] })
  const position = JSON.stringify({ originX: -122.4, originY: 37.7, width: 0.01, height: 0.01, rotation: 0 })
  const plan = formOf({ name, position, translations: JSON.stringify(he) }, file)
  const { _id: localMapId } = await send('POST', '/service/local-map', plan)

  const nonce = String(Date.now())
  const { number } = await send(
    'POST',
    '/aoi',
    formOf({
      nonce,
      name,
      type: name,
      startCoordinates: '[-122.42,37.77,1]',
      publicAction: JSON.stringify({ publicActionId: eventTypeId, fields: [] }),
    }),
  )
  const entry = { type: 'action', text: name }
  const params = [actionId, name]
  const keywords = [name]
  await send('POST', `/aoi/${number}/add-log`, { ...entry, params, keywords })
  const photo = { ...entry, params: JSON.stringify(params), keywords: JSON.stringify(keywords) }
  await send('POST', `/aoi/${number}/add-photo`, formOf(photo, file))
  await send('PATCH', '/user/profile', { description: name })
  const texts = {
    translations: JSON.stringify({ he: { title: name } }),
    chatTemplate: `https://chat.example.org/{phone}?${name}`,
    localMaps: JSON.stringify([{ _id: localMapId, name }]),
    publicActions: JSON.stringify([{ ...kind, fields: [{ ...question, kind: 'text', value: name }] }]),
    regions: JSON.stringify([{ name, coordinates: [ring], translations: he }]),
  }
  await send('PATCH', `/service/${id}`, formOf(texts))

  const { role } = await api.must(api.send('GET', '/user/profile', technician))
  const { link } = await send('POST', '/user/invite', { role: role._id, permission: 'Operator' })
  const person = { firstName: name, lastName: name, phone: '+1 415 555 0199' }
  const account = { username: `scripted-${Date.now()}`, password: 'a password of their own' }
  const path = `/user/register/${new URL(link).searchParams.get('token')}`
  await api.must(api.send('POST', path, { body: { ...person, ...account }, headers: freshAddress() }))
  const other = { title: name, username: `other-${Date.now()}`, password: 'the first password of it', firstName: name }
  await api.must(api.send('POST', '/service', { ...owner, body: { ...other, lastName: name } }))

  const { key } = await send('POST', '/sensors/ingest-keys', { name })
  const headers = { [INGEST_KEY_HEADER]: key }
  const media = formOf({ serial, text: name, type: 'audio' }, { bytes: recording, name: `${name}.ogg` })
  await api.must(api.send('POST', '/sensors/ingest', { body: { serial, state: 'ALARM' }, headers }))
  await api.must(api.send('POST', '/sensors/ingest/media', { body: media, headers }))
  const sensors: { _id: string; telemetry: { serial: string } }[] = await api.must(
    api.send('GET', '/sensors', technician),
  )
  const alarming = sensors.find(({ telemetry }) => telemetry.serial === serial)
  await send('POST', `/sensors/${alarming?._id}/end-alarm`, { reason: name })

  const token = await publicLink(api, technician)
  const { _id: aoiId, follow } = await reportAsVisitor(api, token, { eventTypeId })
  await send('PATCH', `/aoi/archive/${aoiId}`, {})
  const thanks = { follow, aoiId, feedback: 'thanks', text: name, nonce: 1 }
  await api.must(api.send('POST', '/follow/rate', { body: thanks, headers: freshAddress() }))
  // A community without groups, because an activity must name groups if there are any.
  const alone = await send('POST', '/community-servers/communities', { title: name })
  const place = { startCoordinates: '[-122.42,37.77,1]', startTime: '1900000000000', region, communityId: alone._id }
  const open = await send('POST', '/aoi', formOf({ name, isPublic: 'true', ...place }))
  const subscriber = { ...person, key: follow }
  await api.must(
    api.send('POST', `/public/${token}/activities/${open._id}/subscribe`, {
      body: subscriber,
      headers: freshAddress(),
    }),
  )
  return [`/?selected=aoi.${nonce}`, `/?panel=aois&selected=sensor.${alarming?._id}`]
}
