import { type Api, addEventType, freshAddress, reportForm } from '../api.ts'
import { publicLink, reportAsVisitor } from '../visitors.ts'

export type UploadWay = { name: string; send: (picture: Buffer) => Promise<string> }

const FILE_ADDRESS = /\/api\/cohesion\/files\/[\w-]{32}/

const position = JSON.stringify({ originX: -122.42, originY: 37.77, width: 0.01, height: 0.01, rotation: 0 })

/** All ways in which members and visitors upload a picture. */
export const uploadWays = async (api: Api): Promise<UploadWay[]> => {
  const member = await api.signIn('technician')
  const { service } = await api.must(api.send('GET', '/user/profile', member))
  const eventTypeId = await addEventType(api, member, 'Pictures')
  const { number } = await api.must(api.send('POST', '/aoi', { ...member, body: reportForm(eventTypeId) }))
  const community = await api.must(
    api.send('POST', '/community-servers/communities', { ...member, body: { title: 'Pictures' } }),
  )
  const group = { name: 'Pictures', description: 'Takes pictures', location: 'Oakland', communityId: community._id }
  const { _id: groupId } = await api.must(api.send('POST', '/community-servers/groups', { ...member, body: group }))
  const link = await publicLink(api, member)

  const upload =
    (
      method: string,
      path: string,
      { field = 'file', texts = {} }: { field?: string; texts?: Record<string, string> } = {},
    ) =>
    async (picture: Buffer) => {
      const body = new FormData()
      for (const [name, value] of Object.entries(texts)) body.set(name, value)
      body.set(field, new Blob([Uint8Array.from(picture)]), 'photo')
      return JSON.stringify(await api.must(api.send(method, path, { ...member, body })))
    }
  const reported = async (file: Buffer) => {
    const { follow } = await reportAsVisitor(api, link, { eventTypeId, file })
    return JSON.stringify(
      (await api.must(api.send('GET', `/follow?follow=${follow}`, { headers: freshAddress() }))).reports,
    )
  }
  const added = async (file: Buffer) => {
    const { follow, _id } = await reportAsVisitor(api, link, { eventTypeId })
    const texts = { follow, aoiId: _id, nonce: '1' }
    return JSON.stringify(JSON.parse(await upload('POST', '/follow/photo', { texts })(file)).reports)
  }
  const logo = async (picture: Buffer) => {
    const answer = JSON.parse(await upload('PATCH', `/service/${service._id}`, { field: 'logo' })(picture))
    return String(answer.logo)
  }
  const report = async (file: Buffer) => {
    const body = reportForm(eventTypeId)
    body.set('file', new Blob([Uint8Array.from(file)]), 'photo')
    return JSON.stringify(await api.must(api.send('POST', '/aoi', { ...member, body })))
  }

  const ways: Record<string, (picture: Buffer) => Promise<string>> = {
    'own photo': upload('POST', '/user/profile-photo'),
    'new event': report,
    'changed event': upload('PATCH', `/aoi/${number}`),
    'entry of a log': upload('POST', `/aoi/${number}/add-photo`),
    'report by a visitor': reported,
    'photo for a report by a visitor': added,
    'logo of the service': logo,
    'photo of a group': upload('POST', `/community-servers/groups/${groupId}/photo`),
    'local map': upload('POST', '/service/local-map', { texts: { name: 'Pictures', position } }),
  }
  return Object.entries(ways).map(([name, send]) => ({
    name,
    send: async (picture) => {
      const address = FILE_ADDRESS.exec(await send(picture))?.[0]
      if (!address) throw new Error(`${name}: the reply names no picture`)
      return address
    },
  }))
}
