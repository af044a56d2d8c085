import { INGEST_KEY_HEADER } from '#contract'
import { failureList, type Trial } from './trial.ts'
import { type Answer, type Api, freshAddress, type Member } from './world/api.ts'
import { UUID } from './world/known-ids.ts'
import { addService, type SecondService } from './world/second-service.ts'
import { sharedServer } from './world/server.ts'

const square = [
  [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
    [0, 0],
  ],
]

/** One change: what is sent, where ids of what earlier changes made stand as `{name}`. */
type Change = { method: 'POST' | 'PATCH' | 'DELETE'; path: string; body?: object; makes?: string; isForm?: boolean }

const changesIn = ({ id, actionId, eventTypeId }: SecondService): Change[] => [
  { method: 'POST', path: '/actions/order', body: { ids: [actionId] } },
  { method: 'POST', path: '/public-actions/order', body: { ids: [eventTypeId] } },
  { method: 'POST', path: '/actions', body: { name: 'Swept', unit: 'Number', value: '1' }, makes: 'action' },
  { method: 'PATCH', path: '/actions/{action}', body: { name: 'Swept twice' } },
  { method: 'DELETE', path: '/actions/{action}' },
  {
    method: 'POST',
    path: '/public-actions',
    body: { name: 'Smoke', guide: '<p>Run</p>', unit: 'Number', value: '1' },
    makes: 'type',
  },
  { method: 'PATCH', path: '/public-actions/{type}', body: { name: 'Black smoke' } },
  { method: 'DELETE', path: '/public-actions/{type}' },
  {
    method: 'POST',
    path: '/roles',
    body: {
      name: 'Driver',
      actions: [actionId],
      publicActions: [eventTypeId],
      isViewer: false,
      defaultView: 'MAP',
      defaultMetrics: [],
    },
    makes: 'role',
  },
  { method: 'PATCH', path: '/roles/{role}', body: { name: 'Drivers' } },
  {
    method: 'POST',
    path: '/metrics',
    body: { name: 'All', shortName: 'All', metricType: 'BY_POSTS', metricCountType: 'COUNT_POSTS' },
    makes: 'metric',
  },
  { method: 'PATCH', path: '/metrics/{metric}', body: { name: 'All of them' } },
  { method: 'DELETE', path: '/metrics/{metric}' },
  { method: 'POST', path: '/community-servers/communities', body: { title: 'Hill' }, makes: 'community' },
  { method: 'PATCH', path: '/community-servers/communities/{community}', body: { title: 'Upper hill' } },
  { method: 'DELETE', path: '/community-servers/communities/{community}' },
  { method: 'POST', path: '/service/region', body: { name: 'Port', coordinates: square }, makes: 'region' },
  { method: 'PATCH', path: '/service/region/{region}', body: { name: 'Old port' } },
  { method: 'DELETE', path: '/service/region/{region}' },
  { method: 'PATCH', path: '/sensors/{sensor}', body: { name: 'Gate' } },
  { method: 'DELETE', path: '/sensors/{sensor}' },
  { method: 'POST', path: '/sensors/ingest-keys', body: { name: 'Gateway' }, makes: 'key' },
  { method: 'DELETE', path: '/sensors/ingest-keys/{key}' },
  { method: 'PATCH', path: `/service/${id}`, body: { title: 'Second, renamed' }, isForm: true },
  { method: 'PATCH', path: `/service/${id}/map`, body: { styleUrl: '' } },
  { method: 'POST', path: '/settings/terms', body: { en: 'Be kind.' } },
  { method: 'POST', path: '/user/invite-public-user/replace' },
  { method: 'PATCH', path: '/user/{operator}', body: { allowCsvDownload: true } },
  { method: 'POST', path: '/user/re-entry/{operator}' },
  { method: 'POST', path: '/auth/identify-check/{operator}', body: {} },
  { method: 'DELETE', path: '/user/delete/{operator}' },
]

const addSensor = async (api: Api, member: Member): Promise<string> => {
  const { key } = await api.must(api.send('POST', '/sensors/ingest-keys', { ...member, body: { name: 'Field' } }))
  const headers = { [INGEST_KEY_HEADER]: key }
  await api.must(api.send('POST', '/sensors/ingest', { body: { serial: 'gate-1' }, headers }))
  const sensors = await api.must(api.send('GET', '/sensors', member))
  return JSON.stringify(sensors).match(UUID)?.[0] ?? ''
}

const formOf = (fields: object) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

const entryIds = async (api: Api, member: Member, outcome: 'done' | 'refused' = 'done'): Promise<string[]> => {
  const { entries } = await api.must(api.send('GET', `/audit?limit=1000&outcome=${outcome}`, member))
  return entries.map(({ _id }: { _id: string }) => _id)
}

/** A sign-in and a wrong password have one entry each, under their outcome. */
const trySignIns = async (api: Api, { technician, admin }: SecondService, fail: (text: string) => void) => {
  for (const outcome of ['done', 'refused'] as const) {
    const before = new Set(await entryIds(api, technician, outcome))
    const password = outcome === 'done' ? admin.password : 'not the password'
    const body = { username: admin.username, password }
    await api.send('POST', '/auth/login', { body, headers: freshAddress() })
    const added = (await entryIds(api, technician, outcome)).filter((id) => !before.has(id)).length
    if (added !== 1) fail(`a sign-in that is ${outcome} has ${added} entries`)
  }
}

export const trial: Trial = {
  id: 'R15',
  title: 'Changes of the configuration and sign-ins, each with one entry in the audit',
  run: async () => {
    const failures = failureList()
    const { api } = await sharedServer()
    const second = await addService(api, await api.signIn('technician'))
    const member = second.technician
    await api.must(api.send('POST', '/user/invite-public-user', member))
    const operator = await api.must(api.send('GET', '/user/profile', second.operator))
    const made = new Map<string, string>([
      ['operator', operator._id],
      ['sensor', await addSensor(api, member)],
    ])
    const changes = changesIn(second)
    for (const { method, path, body, makes, isForm } of changes) {
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => made.get(name) ?? '')
      const before = new Set(await entryIds(api, member))
      const answer: Answer = await api.send(method, filled, {
        ...member,
        ...(body && { body: isForm ? formOf(body) : body }),
      })
      if (answer.status !== 200) {
        failures.add(`${method} ${path} was answered ${answer.status} ${answer.text.slice(0, 200)}`)
        continue
      }
      if (makes) made.set(makes, answer.json()._id)
      const added = (await entryIds(api, member)).filter((id) => !before.has(id)).length
      if (added !== 1) failures.add(`${method} ${path} has ${added} entries`)
    }
    await trySignIns(api, second, failures.add)
    return {
      counts: { changes: changes.length, 'sign-ins': 2, 'without one entry': failures.count },
      failures: failures.all(),
    }
  },
}
