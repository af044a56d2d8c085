import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { Backup, Backups } from '#contract'
import { openBackups } from '../../parts/backups.ts'
import { openStore } from '../../platform/files/local.ts'
import { hashPassword } from '../../platform/secret/passwords.ts'
import { readConfig } from '../../start/config.ts'
import { opener } from '../../testing/archives.ts'
import { testDatabase } from '../../testing/database.ts'
import { eventually } from '../../testing/eventually.ts'
import { temporaryFolder } from '../../testing/folder.ts'
import { addMember, addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'
import { lastDue } from './queries.ts'
import { verifyArchive } from './read-archive.ts'
import { makeTicket, readTicket } from './tickets.ts'

const server = await testServer()
const service = await addService(server.db, 'Rescue')
const password = 'a long password'
const owner = await addMember(server.db, service, service.roleId, {
  type: 'Technician',
  isServerOwner: true,
  passwordHash: await hashPassword(password),
})
const read = async (): Promise<Backups> => (await server.as(owner).get('/backups')).json()

test('the owner makes a backup and downloads it with the password, others cannot', async () => {
  expect(await read()).toMatchObject({
    backups: [],
    lastGoodAt: null,
    isTooOld: false,
    isRunning: false,
    problem: null,
  })
  const begun = await server.as(owner).post('/backups')
  expect(begun.json()).toMatchObject({ isRunning: true })
  const [backup] = await eventually(async () => {
    const { backups, isRunning } = await read()
    expect([backups.length, isRunning]).toEqual([1, false])
    return backups as [Backup]
  })
  expect(backup).toMatchObject({ kind: 'manual', isEncrypted: false })
  expect((await read()).lastGoodAt).toBe(backup.createdAt)

  const path = `/backups/${backup.name}/download`
  const wrong = await server.as(owner).post(path, { password: 'guess' })
  expect([wrong.statusCode, wrong.json().fields]).toEqual([400, { password: 'form.passwordWrong' }])
  expect((await server.as(owner).post('/backups/cohesion-other.tar.zst/download', { password })).statusCode).toBe(404)
  expect((await server.as(owner).post('/backups/..%2f..%2fetc%2fpasswd/download', { password })).statusCode).toBe(404)

  const { url } = (await server.as(owner).post(path, { password })).json()
  const file = await server.app.inject({ url })
  expect(file.headers).toMatchObject({ 'content-disposition': `attachment; filename="${backup.name}"` })
  const { checksums } = await verifyArchive(opener(file.rawPayload))
  expect(checksums.tables.service?.rows).toBe(1)
  expect((await server.app.inject({ url: `${url.slice(0, -2)}xx` })).statusCode).toBe(404)

  const audit = await server.db.selectFrom('audit').select(['action', 'targetName']).orderBy('id').execute()
  expect(audit.filter(({ action }) => action.startsWith('backup.'))).toEqual([
    { action: 'backup.make', targetName: null },
    { action: 'backup.download', targetName: backup.name },
  ])
})

test('the address of a backup works for a minute, and for that backup only', async () => {
  const now = Date.now()
  const ticket = await makeTicket(server.db, 'cohesion-manual-1.tar.zst', now)
  expect(await readTicket(server.db, ticket, now + 59_000)).toBe('cohesion-manual-1.tar.zst')
  expect(await readTicket(server.db, ticket, now + 61_000)).toBeUndefined()
  const [, mac] = ticket.split('.')
  const other = Buffer.from(`${now + 60_000}.cohesion-manual-2.tar.zst`).toString('base64url')
  for (const forged of [`${other}.${mac}`, `${other}.`, other, '', '.', `${ticket}x`.slice(1)])
    expect(await readTicket(server.db, forged, now)).toBeUndefined()
})

test('time and number are validated, and old or failed backups are reported', async () => {
  const change = (body: object) => server.as(owner).patch('/backups/nightly', body)
  expect((await change({ time: '03:15', keep: 3 })).json().nightly).toEqual({ isOn: true, time: '03:15', keep: 3 })
  for (const wrong of [{ time: '25:00' }, { keep: 0 }, { keep: 1.5 }])
    expect((await change(wrong)).json().fields).toEqual({ [Object.keys(wrong)[0] ?? '']: 'form.invalid' })

  const folder = join(server.folder, 'backups')
  for (const { name } of (await read()).backups)
    await utimes(join(folder, name), new Date(), new Date(Date.now() - 3 * 86_400_000))
  expect(await read()).toMatchObject({ isTooOld: true })
  await server.db.updateTable('backupSetting').set({ problem: 'ENOSPC: no space left' }).execute()
  expect(await read()).toMatchObject({ problem: 'ENOSPC: no space left' })
})

test('a nightly backup is due once the clock shows its time', () => {
  const at = (text: string) => new Date(`2026-11-16T${text}:00`)
  expect(lastDue('02:30', at('02:30'))).toEqual(at('02:30'))
  expect(lastDue('02:30', at('10:00'))).toEqual(at('02:30'))
  expect(lastDue('02:30', at('02:29'))).toEqual(new Date('2026-11-15T02:30:00'))
})

test('one server makes one backup a night, and only the newest are kept', async () => {
  const { connection, db, close } = await testDatabase()
  const folder = await temporaryFolder()
  const config = readConfig({ COHESION_DATA: folder })
  const store = await openStore(config)
  const log = { warn: vi.fn(), error: vi.fn() } as never
  const open = () => openBackups({ config, database: { db, connection }, log } as never, store)
  const one = open()
  const other = open()
  await db.updateTable('backupSetting').set({ keep: 2, time: '02:30' }).execute()
  const nightly = async () => (await (await one.openPlace()).list()).filter(({ name }) => name.includes('nightly'))

  const tomorrow = new Date(Date.now() + 86_400_000)
  await one.makeIfDue(new Date(Date.now() - 86_400_000))
  expect(await nightly()).toHaveLength(0)
  await Promise.all([one.makeIfDue(tomorrow), other.makeIfDue(tomorrow)])
  expect(await nightly()).toHaveLength(1)

  await mkdir(join(folder, 'backups'), { recursive: true })
  for (const day of ['14', '15'])
    await writeFile(join(folder, 'backups', `cohesion-nightly-202001${day}-023000-abcd.tar.zst`), 'x')
  await writeFile(join(folder, 'backups', 'cohesion-manual-20200115-023000-abcd.tar.zst'), 'x')
  await db
    .updateTable('backupSetting')
    .set({ begunAt: new Date(0) })
    .execute()
  await one.makeIfDue(new Date())
  expect(await nightly()).toHaveLength(2)
  expect((await (await one.openPlace()).list()).map(({ name }) => name)).toContain(
    'cohesion-manual-20200115-023000-abcd.tar.zst',
  )
  await close()
})
