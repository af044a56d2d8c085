import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { BASE_PATH } from '#contract'
import { readRows } from '../world/database.ts'
import { startTrialServer, type TrialServer } from '../world/server.ts'
import { changeMaker, formOf, nobody } from './harness.ts'

/**
 * Operations that only an empty server accepts, or that replace everything on a server. They need servers of their own.
 */
export const firstRunOperations = [
  'POST /setup',
  'POST /setup/restore/{upload}',
  'POST /backups',
  'POST /backups/{name}/download',
  'POST /backups/{name}/restore',
]

const POLL_MS = 100
const password = 'a long enough word'

const until = async <Result>(look: () => Promise<Result | undefined>): Promise<Result> => {
  for (;;) {
    const result = await look().catch(() => undefined)
    if (result !== undefined) return result
    await pause(POLL_MS)
  }
}

const setupTokenOf = (server: TrialServer) => /this token: (\S+)/.exec(server.said())?.[1] ?? ''

/** A restore replaces the audit by the backup's and adds one entry. Waits until the owner can sign in again. */
const checkRestore = async ({ api, folder }: TrialServer, operation: string, fail: (text: string) => void) => {
  await until(async () => {
    const body = { username: 'ruth', password }
    return (await api.send('POST', '/auth/login', { body })).status === 200 ? true : undefined
  })
  const [row] = await readRows<{ count: number }>(
    folder,
    `select count(*)::int as count from audit where action = 'backup.restore'`,
  )
  if (row?.count !== 1) fail(`${operation} has ${row?.count} entries in the audit, not 1`)
}

/** Sets up an empty server, backs it up, restores it, and restores the backup into a second empty server. */
export const changeFirstRun = async (fail: (text: string) => void): Promise<Set<string>> => {
  const server = await startTrialServer({ COHESION_DEMO: 'off' })
  const { api, folder } = server
  const { change, tried } = changeMaker({ api, folder, technician: { username: 'ruth', password, token: '' }, fail })
  const body = { token: setupTokenOf(server), serviceTitle: 'Bay', firstName: 'Ruth', username: 'ruth', password }
  const as = { token: (await change('POST /setup', { as: nobody, body })).accessToken }
  await change('POST /backups', { as, body: {} })
  const name: string = await until(async () => {
    const { isRunning, backups } = await api.must(api.send('GET', '/backups', as))
    return isRunning ? undefined : backups[0]?.name
  })
  const { url } = await change('POST /backups/{name}/download', { as, params: { name }, body: { password } })
  await api.send('GET', String(url).replace(BASE_PATH, ''))
  const { name: serverName } = await api.must(api.send('GET', '/settings', as))
  const restore = 'POST /backups/{name}/restore'
  // The restore replaces the entries written before it, so the request is recorded in the restored audit only.
  await change(restore, { as, params: { name }, body: { password, serverName } })
  await until(async () => ((await api.send('GET', '/backups', as)).status === 401 ? true : undefined))
  await checkRestore(server, restore, fail)

  const bytes = readFileSync(join(folder, 'backups', name))
  await server.remove()
  const empty = await startTrialServer({ COHESION_DEMO: 'off' })
  const upload = 'POST /setup/restore/{upload}'
  tried.add(upload)
  const part = new Blob([Uint8Array.from(bytes)])
  const form = formOf({ token: setupTokenOf(empty), name, offset: '0', bytes: String(bytes.length), part })
  await empty.api.must(empty.api.send('POST', `/setup/restore/${randomUUID()}`, { body: form }))
  await checkRestore(empty, upload, fail)
  await empty.remove()
  return tried
}
