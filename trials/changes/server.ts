import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { tileArchive, tilesIn } from '../../server/src/testing/tile-archive.ts'
import { type ChangeScene, formOf } from './harness.ts'

const box: [number, number, number, number] = [34.95, 32.75, 35.05, 32.85]
const streets = () =>
  tileArchive(
    tilesIn(box, [11, 12], () => gzipSync(Buffer.from([0x1a, 0]))),
    { box },
  )

export const changeServer = async ({ api, change, owner }: ChangeScene): Promise<void> => {
  const as = owner
  const { name } = await api.must(api.send('GET', '/settings', owner))
  await change('PATCH /settings', { as, body: { name } })
  const { notices } = await change('POST /settings/notices', { as, body: { text: 'Tonight' } })
  await change('DELETE /settings/notices/{id}', { as, params: { id: notices?.[0]?._id } })
  const third = { title: 'Third', username: `third-${randomUUID()}`, password: 'a long password', firstName: 'Third' }
  const { _id: serviceId } = await change('POST /service', { as, body: third })
  await change('DELETE /service/{id}', { as, params: { id: serviceId } })
  await change('POST /settings/mail/test', { as, body: { email: 'owner@example.org' } })

  await change('POST /settings/sms/test', { as, body: { phone: '+14155550142' } })
  await change('PATCH /backups/nightly', { as, body: { keep: 3 } })
  await change('POST /streets', { as, body: { box, language: 'en' } })
  await change('POST /streets/cancel', { as })
  const bytes = streets()
  const part = new Blob([Uint8Array.from(bytes)])
  const form = formOf({ name: 'haifa.pmtiles', offset: '0', bytes: String(bytes.length), part })
  const before = await areaIds(api, owner)
  await change('POST /streets/uploads/{upload}', { as, params: { upload: randomUUID() }, body: form })
  const [id = ''] = (await areaIds(api, owner)).filter((one) => !before.includes(one))
  await change('DELETE /streets/{id}', { as, params: { id } })
}

const areaIds = async (api: ChangeScene['api'], owner: ChangeScene['owner']): Promise<string[]> => {
  const { areas } = await api.must(api.send('GET', '/streets', owner))
  return areas.map(({ id }: { id: string }) => id)
}
