import type { Api, Member } from './api.ts'

export const addEventType = async (api: Api, technician: Pick<Member, 'token'>, name: string): Promise<string> => {
  const body = { name, guide: '<p>Stay away.</p>', unit: 'Number', value: '1' }
  return (await api.must(api.send('POST', '/public-actions', { ...technician, body })))._id
}

export const reportForm = (eventTypeId: string, more: Record<string, string> = {}): FormData => {
  const form = new FormData()
  const publicAction = JSON.stringify({ publicActionId: eventTypeId, fields: [] })
  const parts = { name: 'A report', startCoordinates: '[-122.42,37.77,1]', publicAction, ...more }
  for (const [name, value] of Object.entries(parts)) form.set(name, value)
  return form
}
