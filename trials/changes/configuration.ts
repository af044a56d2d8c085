import { INGEST_KEY_HEADER } from '#contract'
import { beginningOfEscalation } from '../world/planted-things.ts'
import { type ChangeScene, formOf } from './harness.ts'

const square = [
  [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
    [0, 0],
  ],
]
const position = JSON.stringify({ originX: 0, originY: 1, width: 1, height: 1, rotation: 0 })

export const changeConfiguration = async ({ api, change, service, picture }: ChangeScene): Promise<void> => {
  const { id: serviceId, actionId, eventTypeId } = service
  const onService = { params: { id: serviceId } }
  await change('POST /actions/order', { body: { ids: [actionId] } })
  await change('POST /public-actions/order', { body: { ids: [eventTypeId] } })
  const action = await change('POST /actions', { body: { name: 'Swept', unit: 'Number', value: '1' } })
  await change('PATCH /actions/{id}', { params: { id: action._id }, body: { name: 'Swept twice' } })
  await change('DELETE /actions/{id}', { params: { id: action._id } })
  const type = await change('POST /public-actions', {
    body: { name: 'Smoke', guide: '<p>Run</p>', unit: 'Number', value: '1' },
  })
  await change('PATCH /public-actions/{id}', { params: { id: type._id }, body: { name: 'Black smoke' } })
  await change('DELETE /public-actions/{id}', { params: { id: type._id } })
  const role = await change('POST /roles', {
    body: { name: 'Driver', actions: [actionId], publicActions: [eventTypeId], isViewer: false, defaultMetrics: [] },
  })
  await change('PATCH /roles/{id}', { params: { id: role._id }, body: { name: 'Drivers' } })
  const roles: { _id: string }[] = await api.must(api.send('GET', '/roles/user-roles', service.technician))
  await change('POST /roles/order', { body: { ids: roles.map(({ _id }) => _id) } })
  const metric = await change('POST /metrics', {
    body: { name: 'All', shortName: 'All', metricType: 'BY_POSTS', metricCountType: 'COUNT_POSTS' },
  })
  await change('PATCH /metrics/{id}', { params: { id: metric._id }, body: { name: 'All of them' } })
  await change('DELETE /metrics/{id}', { params: { id: metric._id } })
  const region = await change('POST /service/region', { body: { name: 'Port', coordinates: square } })
  await change('PATCH /service/region/{id}', { params: { id: region._id }, body: { name: 'Old port' } })
  await change('DELETE /service/region/{id}', { params: { id: region._id } })
  await change('POST /service/regions/import', { body: { regions: [{ name: 'Pier', coordinates: square }] } })
  const plan = await change('POST /service/local-map', { body: formOf({ name: 'Deck', position, file: picture }) })
  await change('PATCH /service/local-map/{id}', { params: { id: plan._id }, body: formOf({ name: 'Upper deck' }) })
  await change('DELETE /service/local-map/{id}', { params: { id: plan._id } })
  await change('PATCH /service/{id}', { ...onService, body: formOf({ title: 'Second, renamed' }) })
  // The same call changes the home area, which is the first step of getting started.
  const homeArea = JSON.stringify([34.9, 32.7, 35.1, 32.9])
  await change('PATCH /service/{id}', { ...onService, body: formOf({ homeArea }) })
  await change('PATCH /service/{id}/map', { ...onService, body: { styleUrl: '' } })
  await change('POST /settings/terms', { body: { en: 'Be kind.' } })
  await change('POST /starter-sets/{name}', { params: { name: 'city' } })
  await change('DELETE /starter-sets/{name}', { params: { name: 'city' } })
}

export const changeGroups = async ({ api, change, service, picture }: ChangeScene): Promise<void> => {
  const community = await change('POST /community-servers/communities', { body: { title: 'Hill' } })
  const onCommunity = { params: { id: community._id } }
  await change('PATCH /community-servers/communities/{id}', { ...onCommunity, body: { title: 'Upper hill' } })
  const group = await change('POST /community-servers/groups', {
    body: { communityId: community._id, name: 'Rowers', description: 'They row', location: 'Pier 7' },
  })
  const onGroup = { params: { id: group._id } }
  await change('PATCH /community-servers/groups/{id}/update-group', { ...onGroup, body: { name: 'Swimmers' } })
  await change('POST /community-servers/groups/{id}/photo', { ...onGroup, body: formOf({ file: picture }) })
  await change('DELETE /community-servers/groups/{id}/photo', onGroup)
  const { _id: operatorId } = await api.must(api.send('GET', '/user/profile', service.operator))
  const withMember = await change('POST /community-servers/groups/{id}/members', {
    ...onGroup,
    body: { memberId: operatorId },
  })
  const { username } = service.operator
  const membership = withMember.members?.find((member: { username: string }) => member.username === username)
  await change('DELETE /community-servers/groups/{id}/members/{memberId}', {
    params: { id: group._id, memberId: membership?._id },
  })
  const measured = await change('POST /community-servers/groups/{id}/criteria', {
    ...onGroup,
    body: { name: 'Reports', target: 2, publicActionId: service.eventTypeId },
  })
  const onCriterion = { params: { id: group._id, criterionId: measured.criteria?.[0]?.id } }
  const criterion = '/community-servers/groups/{id}/criteria/{criterionId}'
  await change(`PATCH ${criterion}`, { ...onCriterion, body: { target: 5 } })
  await change(`POST ${criterion}/photo`, { ...onCriterion, body: formOf({ file: picture }) })
  await change(`DELETE ${criterion}/photo`, onCriterion)
  await change(`DELETE ${criterion}`, onCriterion)
  await change('DELETE /community-servers/groups/{id}', onGroup)
  await change('DELETE /community-servers/communities/{id}', onCommunity)
}

const rule = {
  name: 'Too hot',
  severity: 'high',
  trigger: {
    type: 'sensor',
    scope: { type: 'all' },
    conditions: [{ type: 'value', parameter: 'Temperature', operator: 'above', enter: 50 }],
  },
}

/**
 * Changes rotas and escalation plans, and the escalation of an alarm that a rule raised. Returns the id of the plan.
 */
const changePlans = async ({ api, change, service }: ChangeScene): Promise<string> => {
  const { _id: memberId } = await api.must(api.send('GET', '/user/profile', service.technician))
  const rota = { name: 'Nights', memberIds: [memberId], startsOn: '2026-03-01', handoverAt: '08:00', timeZone: 'UTC' }
  const { _id: rotaId } = await change('POST /rotas', { body: rota })
  await change('PATCH /rotas/{id}', { params: { id: rotaId }, body: { name: 'All nights' } })
  await change('POST /rotas/{id}/swaps', { params: { id: rotaId }, body: { week: '2026-03-08', memberId } })
  const targets = [{ type: 'onDuty', rotaId }]
  const levels = [{ targets, channels: ['push'], waitSeconds: 3600, repeatSeconds: null }]
  const { _id: planId } = await change('POST /escalation-plans', { body: { name: 'Heat', levels } })
  await change('PATCH /escalation-plans/{id}', { params: { id: planId }, body: { remindSeconds: 3600 } })
  await change('DELETE /rotas/{id}', { params: { id: rotaId } })
  return planId
}

export const changeSensorsAndRules = async (scene: ChangeScene): Promise<void> => {
  const { api, change, service } = scene
  const { technician } = service
  const { _id: keyId, key } = await change('POST /sensors/ingest-keys', { body: { name: 'Gateway' } })
  const planId = await changePlans(scene)
  const { _id: ruleId } = await change('POST /rules', { body: { ...rule, planId } })
  const reading = { serial: 'gate-1', parameters: [{ parameter: 'Temperature', value: 60 }] }
  await api.must(api.send('POST', '/sensors/ingest', { body: reading, headers: { [INGEST_KEY_HEADER]: key } }))
  const onEscalation = { params: { id: await beginningOfEscalation(api, technician) } }
  await change('POST /escalations/{id}/acknowledge', onEscalation)
  await change('POST /escalations/{id}/hand-over', onEscalation)
  await change('DELETE /escalation-plans/{id}', { params: { id: planId } })
  const [alarm] = await api.must(api.send('GET', '/alarms', technician))
  const onAlarm = { params: { id: alarm?._id }, body: { reason: 'A test' } }
  await change('POST /alarms/{id}/end', onAlarm)
  const until = Date.now() + 3_600_000
  const mute = await change('POST /mutes', { body: { target: { type: 'all' }, until, reason: 'Works' } })
  await change('DELETE /mutes/{id}', { params: { id: mute._id } })
  await change('PATCH /rules/{id}', { params: { id: ruleId }, body: { isEnabled: false } })
  await change('DELETE /rules/{id}', { params: { id: ruleId } })
  const [sensor] = await api.must(api.send('GET', '/sensors', technician))
  const onSensor = { params: { id: sensor?._id } }
  await change('POST /sensors/{id}/acknowledge', onSensor)
  await change('POST /sensors/{id}/end-alarm', { ...onSensor, body: { reason: 'A test' } })
  await change('PATCH /sensors/{id}', { params: { id: sensor?._id }, body: { name: 'Gate' } })
  await change('DELETE /sensors/{id}', { params: { id: sensor?._id } })
  await change('DELETE /sensors/ingest-keys/{id}', { params: { id: keyId } })
}
