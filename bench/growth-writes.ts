import { API_KEY_HEADER, type EventType, INGEST_KEY_HEADER, type SensorSummary } from '#contract'
import type { ServerProcess } from '../tests/start/server-process.ts'
import { signIn } from './in-memory.ts'

export const KEY = 'cohesion-web'
/** San Francisco, where the demo's events are. */
export const CENTRE = { lng: -122.42, lat: 37.77 }

let count = 0

export type Call = (
  path: string,
  options?: { method?: string; body?: FormData | string; headers?: Record<string, string> },
) => Promise<Response>

export async function reporter(call: Call, ask: <T>(path: string) => Promise<T>, serviceId: string) {
  const types = await ask<EventType[]>(`/aoi-type/service/${serviceId}`)
  const type = types.find(
    ({ isPhotoRequired, fields }) => !isPhotoRequired && fields.every(({ kind }) => kind === 'text'),
  )
  if (!type) throw new Error('the demo has no type that can be reported with words alone')
  const fields = type.fields.map(({ _id }) => ({ _id, value: 'as seen' }))
  const start = Date.now()
  return async () => {
    const form = new FormData()
    form.set('name', `Tree on the road ${++count}`)
    form.set('nonce', String(start + count))
    form.set('startCoordinates', JSON.stringify([CENTRE.lng + (count % 100) / 1000, CENTRE.lat, 1]))
    form.set('address', 'Mission Street 12')
    form.set('publicAction', JSON.stringify({ publicActionId: type._id, fields }))
    await (await call('/aoi', { method: 'POST', body: form })).arrayBuffer()
  }
}

/** Returns a function that reports ALARM and READY in turns. ALARM turns the sensor's area red and notifies members. */
export async function alarmer({ url }: ServerProcess, call: Call, ask: <T>(path: string) => Promise<T>) {
  const owner = await signIn(url, KEY, 'technician')
  const json = { 'content-type': 'application/json' }
  const made = await call('/sensors/ingest-keys', {
    method: 'POST',
    headers: { ...json, ...owner },
    body: JSON.stringify({ name: `Growth ${Date.now()}` }),
  })
  const { key } = (await made.json()) as { key: string }
  const [sensor] = await ask<SensorSummary[]>('/sensors')
  let readings = 0
  return async () => {
    const state = ++readings % 2 === 1 ? 'ALARM' : 'READY'
    const body = JSON.stringify({
      serial: sensor?.telemetry.serial,
      id: `growth ${Date.now()} ${readings}`,
      state,
      parameters: {},
    })
    await (
      await call('/sensors/ingest', {
        method: 'POST',
        headers: { ...json, [API_KEY_HEADER]: KEY, [INGEST_KEY_HEADER]: key },
        body,
      })
    ).arrayBuffer()
  }
}
