import type { Api, Member } from './api.ts'
import { untilImport, uploadCsv } from './imports.ts'
import type { Scene } from './scripted-service.ts'
import { openTexts } from './texts.ts'

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

type TextScene = { api: Api; technician: Member; payload: string }

/** Sends a report by text message with a payload, and accepts it with an address that contains the payload too. */
const fillTexts = async ({ api, technician, payload }: TextScene) => {
  const deliver = await openTexts(api, technician)
  const id = `${payload} ${Date.now()}`
  await deliver({ id, from: payload, text: payload, receivedAt: payload, event: payload })
  await deliver({ id, from: '+14155550177', text: payload })
  const reports: { _id: string; coordinates: unknown }[] = await api.must(
    api.send('GET', '/review/reports', technician),
  )
  const ids = reports.flatMap(({ _id, coordinates }) => (coordinates === null ? [_id] : []))
  const place = { coordinates: [-122.42, 37.77], address: payload }
  const { done } = await api.must(api.send('POST', '/review/accept', { ...technician, body: { ids, place } }))
  if (done.length === 0) throw new Error('no report by text message was accepted')
}

/**
 * Imports a file with a payload in its name, its headers and its cells. Returns the address of the page that shows the
 * import.
 */
export const fillExchange = async ({
  api,
  service: { technician, eventTypeId: eventType },
  payloads,
}: Scene): Promise<string> => {
  const payload = payloads.find(({ length }) => length <= 50) ?? ''
  const cell = quoted(payload)
  const text = `Lat,Lon,Title,Address,Notes,${cell}\n37.7,-122.4,${cell},${cell},${cell},${cell}\n`
  const { id, mapping } = await uploadCsv(api, technician, { name: payload, text })
  const columns = mapping.columns.with(5, `answer:${payload}`)
  const body = { mapping: { ...mapping, columns, eventType } }
  await api.must(api.send('POST', `/imports/${id}/preview`, { ...technician, body }))
  await api.must(api.send('POST', `/imports/${id}/start`, { ...technician, body }))
  await untilImport(api, technician, id, 'done')
  const token = { name: payload, scopes: ['events'], password: technician.password }
  await api.must(api.send('POST', '/tokens', { ...technician, body: token }))
  const feed = { name: payload, format: 'kml', filter: {} }
  await api.must(api.send('POST', '/feeds', { ...technician, body: feed }))
  const warnings = { name: payload, url: `https://warnings.invalid/?${payload}`, isEnabled: false }
  await api.must(api.send('POST', '/warning-feeds', { ...technician, body: warnings }))
  await fillTexts({ api, technician, payload })
  return '/?panel=imports'
}
