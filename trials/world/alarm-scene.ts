import { INGEST_KEY_HEADER } from '#contract'
import { type Api, addEventType, type Member } from './api.ts'
import { readRows } from './database.ts'

export type Site = { api: Api; folder: string }
export type AlarmScene = {
  member: Member
  key: string
  serviceId: string
  sensorId: string
  ruleId: string
  name: string
}

/** Adds a sensor, a rule that raises an alarm above level 3, and a plan that sends the member a text message. */
export const addAlarmScene = async (
  { api, folder }: Site,
  member: Member,
  memberId: string,
  name: string,
): Promise<AlarmScene> => {
  const post = (path: string, body: object) => api.must(api.send('POST', path, { ...member, body }))
  const { key } = await post('/sensors/ingest-keys', { name })
  const report = (value: number) =>
    api.must(
      api.send('POST', '/sensors/ingest', {
        body: { serial: name, parameters: { level: value }, location: [34.8, 32.1] },
        headers: { [INGEST_KEY_HEADER]: key },
      }),
    )
  await report(1)
  const sensors: { _id: string; name: string; serviceId?: string }[] = await api.must(
    api.send('GET', '/sensors', member),
  )
  const sensorId = sensors.find((sensor) => sensor.name === name)?._id ?? ''
  const level = { targets: [{ type: 'member', memberId }], channels: ['sms'], waitSeconds: 600, repeatSeconds: null }
  const { _id: planId } = await post('/escalation-plans', { name, levels: [level] })
  const eventTypeId = await addEventType(api, member, name)
  const { _id: ruleId } = await post('/rules', {
    name,
    severity: 'high',
    planId,
    event: { eventTypeId },
    trigger: {
      type: 'sensor',
      scope: { type: 'sensor', sensorId },
      conditions: [{ type: 'value', parameter: 'level', operator: 'above', enter: 3, leave: 2 }],
    },
  })
  const [row] = await readRows<{ id: string }>(folder, 'select service_id as id from rule where id = $1', [ruleId])
  return { member, key, serviceId: row?.id ?? '', sensorId, ruleId, name }
}

export const reportLevel = (api: Api, { key, name }: AlarmScene, level: number) =>
  api.must(
    api.send('POST', '/sensors/ingest', {
      body: { serial: name, parameters: { level } },
      headers: { [INGEST_KEY_HEADER]: key },
    }),
  )
