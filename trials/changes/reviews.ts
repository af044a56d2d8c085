import { publicLink, reportAsVisitor } from '../world/visitors.ts'
import type { ChangeScene } from './harness.ts'

/** Reports that are held, and every decision on them. */
export const changeReviews = async ({ api, change, service, picture }: ChangeScene): Promise<void> => {
  const { technician, eventTypeId } = service
  await change('POST /review/hold', { body: { isOn: true } })
  await change('PATCH /review/settings', { body: { alertMinutes: 15 } })
  await change('PATCH /user/invite-public-user', { body: { holdsReports: false } })
  await change('PATCH /reporter-texts', { body: await api.must(api.send('GET', '/reporter-texts', technician)) })
  const link = await publicLink(api, technician)
  const report = async (): Promise<string> => (await reportAsVisitor(api, link, { eventTypeId }))._id
  const file = Buffer.from(await picture.arrayBuffer())
  const { _id: withPhoto } = await reportAsVisitor(api, link, { eventTypeId, file })
  const { image } = await api.must(api.send('POST', `/review/reports/${withPhoto}/take`, technician))
  const strokes = [{ radius: 0.2, points: [[0.5, 0.5]] }]
  await change('POST /cover/photo', { body: { file: image.slice(image.lastIndexOf('/') + 1), strokes } })
  await change('POST /cover/words/{id}', { params: { id: withPhoto }, body: { words: ['Stone'] } })
  const { role } = await api.must(api.send('GET', '/user/profile', technician))
  const [main, ...ids] = [await report(), await report(), await report(), await report()]
  await change('POST /review/accept', { body: { ids: [main] } })
  const board = { isOn: true, typeIds: [eventTypeId], states: ['new'], cellMetres: 500, days: 30, origins: [] }
  await change('PATCH /board', { body: board })
  await change('PATCH /board/texts/{id}', { params: { id: main }, body: { text: 'The road is closed' } })
  await change('POST /review/merge', { body: { ids: [ids[0]], aoiId: main } })
  await change('POST /review/undo', { body: { ids: [ids[0]] } })
  await change('POST /review/hand', { body: { ids: [ids[1]], roleId: role._id } })
  await change('POST /review/ask', { body: { ids: [ids[1]], question: 'Where exactly?' } })
  await change('POST /review/refuse', { body: { ids: [ids[2]], reason: 'unclear' } })
  await api.must(api.send('POST', '/review/hold', { ...technician, body: { isOn: false } }))
}
