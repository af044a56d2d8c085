import { untilImport, uploadCsv } from '../world/imports.ts'
import type { ChangeScene } from './harness.ts'

/** Large enough that the import is still running when the next request cancels it. */
const MANY_ROWS = 5_000

const holes = (rows: number) => ({
  name: 'holes.csv',
  text: ['Title,Lat,Lon', ...Array.from({ length: rows }, (_, row) => `Hole ${row},37.7,-122.4`)].join('\n'),
})

export const changeExchange = async ({ api, change, service }: ChangeScene): Promise<void> => {
  const { technician, eventTypeId: eventType } = service
  const short = await uploadCsv(api, technician, holes(1))
  const onShort = { params: { id: short.id } }
  await change('POST /imports/{id}/start', { ...onShort, body: { mapping: { ...short.mapping, eventType } } })
  await untilImport(api, technician, short.id, 'done')
  await change('POST /imports/{id}/undo', onShort)
  await untilImport(api, technician, short.id, 'undone')

  const long = await uploadCsv(api, technician, holes(MANY_ROWS))
  const body = { mapping: { ...long.mapping, eventType } }
  await api.must(api.send('POST', `/imports/${long.id}/start`, { ...technician, body }))
  await change('POST /imports/{id}/cancel', { params: { id: long.id } })
  await api.must(api.send('POST', `/imports/${long.id}/undo`, technician))
  await untilImport(api, technician, long.id, 'undone')

  await change('POST /export', { body: { query: {}, format: 'csv' } })
  const { _id: id } = await change('POST /tokens', {
    body: { name: 'Spreadsheet', scopes: ['events'], password: technician.password },
  })
  await change('DELETE /tokens/{id}', { params: { id } })
  const feed = await change('POST /feeds', { body: { name: 'Map', format: 'kml', filter: {} } })
  await change('DELETE /feeds/{id}', { params: { id: feed._id } })

  const url = 'https://warnings.invalid/cap'
  const { _id: warnings } = await change('POST /warning-feeds', { body: { name: 'Weather', url } })
  const onWarnings = { params: { id: warnings } }
  await change('PATCH /warning-feeds/{id}', { ...onWarnings, body: { intervalMinutes: 10 } })
  await change('POST /warning-feeds/{id}/check', onWarnings)
  await change('DELETE /warning-feeds/{id}', onWarnings)
}

/** A host that no resolver knows. The calls of the webhook fail, and the failed calls are recorded as well. */
const url = 'https://hooks.invalid/cohesion'

export const changeWebhooks = async ({ api, change, service: { technician } }: ChangeScene): Promise<void> => {
  const { _id: id } = await change('POST /webhooks', { body: { url, events: ['event.created'] } })
  const onWebhook = { params: { id } }
  await change('PATCH /webhooks/{id}', { ...onWebhook, body: { events: ['event.updated'] } })
  await change('POST /webhooks/{id}/secret', onWebhook)
  await change('POST /webhooks/{id}/test', onWebhook)
  const [delivery] = await api.must(api.send('GET', `/webhooks/${id}/deliveries`, technician))
  await change('POST /webhooks/{id}/deliveries/{delivery}', { params: { id, delivery: delivery?._id } })
  await change('DELETE /webhooks/{id}', onWebhook)
}

export const changeTextInbox = async ({ change }: ChangeScene): Promise<void> => {
  await change('POST /text-messages/inbox', { body: { provider: 'gateway' } })
  await change('DELETE /text-messages/inbox')
}
