import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { INGEST_KEY_HEADER } from '#contract'
import { streetsMetadata, tileArchive, tilesIn } from '../../server/src/testing/tile-archive.ts'
import { type Api, atOnce, freshAddress, type Member } from './api.ts'
import { readRows } from './database.ts'
import type { Scene } from './scripted-service.ts'
import type { TrialServer } from './server.ts'

/** A payload as a file name, without characters that file systems reject. */
const fileName = (payload: string) => payload.replaceAll('/', '∕').slice(0, 80)

export const fillRules = async ({ api, service: { technician }, payloads }: Scene): Promise<void> => {
  const post = (path: string, body: object) => api.must(api.send('POST', path, { ...technician, body }))
  const some = payloads.filter(({ length }) => length <= 100).filter((_, index) => index % 6 === 0)
  const { key } = await post('/sensors/ingest-keys', { name: some[0] ?? '' })
  await atOnce(4, some.length, async (at) => {
    const payload = some[at] ?? ''
    const conditions = [
      { type: 'value', parameter: payload, operator: 'above', enter: 50 },
      { type: 'state', state: payload.slice(0, 50), isState: false },
    ]
    const trigger = { type: 'sensor', scope: { type: at % 2 ? 'all' : 'kind', kind: payload }, conditions }
    await post('/rules', { name: payload, severity: 'warning', trigger, setsAreaStatus: false })
    await post('/mutes', { target: { type: 'all' }, until: Date.now() + 86_400_000, reason: payload })
    const reading = { serial: `rule-${at}`, parameters: [{ parameter: payload, value: 60 }] }
    await api.must(api.send('POST', '/sensors/ingest', { body: reading, headers: { [INGEST_KEY_HEADER]: key } }))
  })
}

const fillStreets = async (api: Api, owner: Member, folder: string, payloads: readonly string[]) => {
  const box: [number, number, number, number] = [34.95, 32.75, 35.05, 32.85]
  const tiles = tilesIn(box, [11, 12], () => gzipSync(Buffer.from([0x1a, 0])))
  for (const payload of payloads) {
    const texts = { name: payload, description: payload, attribution: payload, cohesion: { name: payload } }
    const bytes = tileArchive(tiles, { box, metadata: { ...streetsMetadata, ...texts } })
    const form = new FormData()
    const name = `${payload.slice(0, 100)}.pmtiles`
    for (const [key, value] of Object.entries({ name, offset: '0', bytes: String(bytes.length) })) form.set(key, value)
    form.set('part', new Blob([Uint8Array.from(bytes)]), payload)
    await api.must(api.send('POST', `/streets/uploads/${randomUUID()}`, { ...owner, body: form }))
  }
  mkdirSync(join(folder, 'streets'), { recursive: true })
  for (const payload of payloads) writeFileSync(join(folder, 'streets', `${fileName(payload)}.pmtiles`), 'no map')
}

const fillBackups = async (folder: string, payloads: readonly string[]) => {
  mkdirSync(join(folder, 'backups'), { recursive: true })
  for (const payload of payloads)
    writeFileSync(join(folder, 'backups', `cohesion-${fileName(payload)}.tar.zst`), 'no backup')
  await readRows(folder, 'update backup_setting set problem = $1, restore_problem = $1', [
    payloads.join('\n').slice(0, 500),
  ])
}

/** Fills every text that the server owner sees. Returns mails that contain payloads. */
export const fillServer = async (
  { api, service: { technician }, payloads }: Scene,
  owner: Member,
  { folder, mail }: Pick<TrialServer, 'folder'> & { mail: { until: (to: string) => Promise<{ html: string }[]> } },
): Promise<string[]> => {
  const some = payloads.filter((_, index) => index % 15 === 0)
  await fillStreets(api, owner, folder, some)
  await fillBackups(folder, some)
  for (const payload of some) {
    const body = { username: payload.slice(0, 50), password: payload }
    await api.send('POST', '/auth/login', { body, headers: { ...freshAddress(), 'user-agent': 'x' } })
  }
  const { role } = await api.must(api.send('GET', '/user/profile', technician))
  const invite = { role: role._id, permission: 'Operator', email: 'scripts@example.org', language: 'en' }
  await api.must(api.send('POST', '/user/invite-by-mail', { ...technician, body: invite }))
  const own = { email: 'technician@example.org', password: technician.password }
  await api.must(api.send('POST', '/user/email', { ...technician, body: own }))
  const mails = [...(await mail.until(invite.email)), ...(await mail.until(own.email))]
  return mails.map(({ html }) => html)
}
