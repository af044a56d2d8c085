import { untilImport, uploadCsv } from './imports.ts'
import type { Scene } from './scripted-service.ts'

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** Imports a file with a payload in its name, its headers and its cells. Returns the page that shows it. */
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
  await api.must(api.send('POST', '/tokens', { ...technician, body: { name: payload, scopes: ['events'] } }))
  const feed = { name: payload, format: 'kml', filter: {} }
  await api.must(api.send('POST', '/feeds', { ...technician, body: feed }))
  const warnings = { name: payload, url: 'https://warnings.invalid/cap', isEnabled: false }
  await api.must(api.send('POST', '/warning-feeds', { ...technician, body: warnings }))
  return '/?panel=imports'
}
