import type { Api, Member } from './api.ts'

export type SecondService = {
  id: string
  technician: Member
  admin: Member
  operator: Member
  viewer: Member
  eventTypeId: string
  actionId: string
}

let made = 0

export const addService = async (api: Api, owner: Member): Promise<SecondService> => {
  const username = `second-technician-${++made}`
  const first = 'the first password of it'
  const body = { title: `Second ${made}`, username, password: first, firstName: 'Second' }
  const { _id: id } = await api.must(api.send('POST', '/service', { ...owner, body }))
  const technician = await api.signIn(username, first)
  const password = 'and the password it chose'
  await api.must(
    api.send('POST', '/auth/password', { ...technician, body: { currentPassword: first, newPassword: password } }),
  )
  await api.must(api.send('POST', '/user/update-terms', technician))
  const admin = await api.invite(technician, 'Admin', `second-admin-${made}`)
  const operator = await api.invite(technician, 'Operator', `second-operator-${made}`)
  const viewing = {
    name: 'Viewer',
    actions: [],
    publicActions: [],
    isViewer: true,
    defaultView: 'MAP',
    defaultMetrics: [],
  }
  await api.must(api.send('POST', '/roles', { ...technician, body: viewing }))
  const viewer = await api.invite(technician, 'Operator', `second-viewer-${made}`, true)
  const type = { name: 'Flood', guide: '<p>Stay away.</p>', unit: 'Number', value: '1' }
  const { _id: eventTypeId } = await api.must(api.send('POST', '/public-actions', { ...technician, body: type }))
  const action = { name: 'Pumped', unit: 'Number', value: '1' }
  const { _id: actionId } = await api.must(api.send('POST', '/actions', { ...technician, body: action }))
  return { id, eventTypeId, actionId, technician: { ...technician, password }, admin, operator, viewer }
}
