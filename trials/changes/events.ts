import { reportForm } from '../world/api.ts'
import { publicLink, reportAsVisitor } from '../world/visitors.ts'
import { type ChangeScene, formOf, nobody } from './harness.ts'

export const changeEvents = async ({ api, change, service, picture }: ChangeScene): Promise<void> => {
  const { technician, operator, eventTypeId } = service
  const { _id: operatorId } = await api.must(api.send('GET', '/user/profile', operator))
  const recordedIn = 'history'
  const { _id: id, number } = await api.must(api.send('POST', '/aoi', { ...technician, body: reportForm(eventTypeId) }))
  const params = { id, numberOrId: id, userId: operatorId }
  const byNumber = { params: { number: String(number), numberOrId: String(number) }, recordedIn } as const
  await change('PATCH /aoi/{numberOrId}', { ...byNumber, body: formOf({ name: 'Deep water' }) })
  await change('POST /aoi/{number}/add-log', { ...byNumber, body: { text: 'On my way' } })
  await change('POST /aoi/{number}/add-photo', { ...byNumber, body: formOf({ file: picture }) })
  await change('POST /aoi/{id}/share', { params, recordedIn, body: { usersId: [operatorId] } })
  await change('POST /aoi/{id}/share-done', { as: operator, params, recordedIn })
  await change('DELETE /aoi/{id}/share/{userId}', { params, recordedIn })
  await change('PATCH /aoi/archive/{id}', { params, recordedIn })
  await change('PATCH /aoi/unarchive/{id}', { params, recordedIn })
  await change('DELETE /aoi/{numberOrId}', { params })
  await change('POST /aoi/{id}/restore', { params })
  const { _id: twinId } = await api.must(api.send('POST', '/aoi', { ...technician, body: reportForm(eventTypeId) }))
  await change('POST /twin/merge/{id}', { params, body: { aoiIds: [twinId] } })
  await change('POST /twin/separate/{id}', { params })
}

export const changeVisitors = async ({ api, change, service, picture }: ChangeScene): Promise<void> => {
  const { technician, eventTypeId } = service
  const { _id: communityId } = await api.must(
    api.send('POST', '/community-servers/communities', { ...technician, body: { title: 'Shore' } }),
  )
  const coordinates = [
    [
      [-123, 37],
      [-122, 37],
      [-122, 38],
      [-123, 37],
    ],
  ]
  const { _id: region } = await api.must(
    api.send('POST', '/service/region', { ...technician, body: { name: 'Shore', coordinates } }),
  )
  const place = { startCoordinates: '[-122.42,37.77,1]', startTime: '1900000000000' }
  const nonce = String(Date.now())
  const activity = formOf({ nonce, name: 'Clean the beach', isPublic: 'true', communityId, region, ...place })
  const { _id: id } = await api.must(api.send('POST', '/aoi', { ...technician, body: activity }))
  await change('POST /user/invite-public-user')
  const link = await publicLink(api, technician)
  const { _id: aoiId, follow } = await reportAsVisitor(api, link, { eventTypeId })
  const answer = { follow, aoiId, text: 'It is worse now', nonce: '1' }
  const byVisitor = { as: nobody, recordedIn: 'history' } as const
  await change('POST /follow/answer', { ...byVisitor, body: answer })
  await change('POST /follow/photo', { ...byVisitor, body: formOf({ follow, aoiId, nonce: '2', file: picture }) })
  await api.must(api.send('PATCH', `/aoi/archive/${aoiId}`, technician))
  await change('POST /follow/rate', { ...byVisitor, body: { follow, aoiId, feedback: 'notSolved', nonce: '3' } })
  await change('POST /follow/close', { ...byVisitor, body: { follow, aoiId } })
  const subscription = { key: follow, firstName: 'Emily', lastName: 'Stone', phone: '+1 415 555 0123' }
  await api.must(api.send('POST', `/public/${link}/activities/${id}/subscribe`, { body: subscription }))
  const { subscribers } = await api.must(api.send('GET', `/aoi/nonce-pro/${nonce}`, technician))
  await change('DELETE /aoi/{id}/subscribers/{subscriberId}', {
    params: { id, subscriberId: subscribers?.[0]?._id },
    recordedIn: 'history',
  })
  await change('POST /follow/erase', { as: nobody, body: { follow } })
  await change('POST /user/invite-public-user/replace')
}
