import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { emptyFolder } from './folders.ts'
import { refusedStart } from './server-process.ts'

/**
 * Except in the test of an unknown HOST, each server exits before it starts a database, with one line on standard error
 * and exit code 1.
 */
const folder = emptyFolder()
mkdirSync(folder.path)
const environment = { COHESION_DATA: join(folder.path, 'data') }

afterAll(folder.remove)

async function refusal(more: Record<string, string>): Promise<string> {
  const { code, complaints } = await refusedStart({ ...environment, ...more })
  expect(code).toBe(1)
  expect(complaints.trimEnd().split('\n')).toHaveLength(1)
  expect(existsSync(join(folder.path, 'data/postgres'))).toBe(false)
  return complaints.trimEnd()
}

test('a malformed value', async () => {
  expect(await refusal({ PORT: 'eighty' })).toBe('PORT is "eighty": it must be a whole number from 0 to 65535')
})

test('an unknown name', async () => {
  expect(await refusal({ COHESION_PROT: '80' })).toBe('COHESION_PROT is not a setting of this server')
})

test('a data folder that cannot be written', async () => {
  const file = join(folder.path, 'file')
  writeFileSync(file, '')
  const data = join(file, 'data')
  expect(await refusal({ COHESION_DATA: data })).toBe(`The data folder ${data} is not writable (ENOTDIR)`)
})

test('a DATABASE_URL of another kind of database', async () => {
  expect(await refusal({ DATABASE_URL: 'mysql://me:hunter2@db/x' })).toBe(
    'DATABASE_URL must be a postgres:// or postgresql:// address',
  )
})

test('a DATABASE_URL where nobody answers', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as { port: number }
  closed.close()
  const line = await refusal({ DATABASE_URL: `postgres://me:hunter2@127.0.0.1:${port}/cohesion` })
  expect(line).toBe(`DATABASE_URL does not point to a database: connect ECONNREFUSED 127.0.0.1:${port}`)
})

test('an address this machine does not have', async () => {
  // The server notices only when it listens. By then it has started a database, which it must stop again.
  const { code, complaints } = await refusedStart({
    ...environment,
    COHESION_DATA: join(folder.path, 'other'),
    HOST: '192.0.2.1',
  })
  expect({ code, complaints }).toEqual({
    code: 1,
    complaints: 'HOST is "192.0.2.1": this machine has no such address\n',
  })
  expect(existsSync(join(folder.path, 'other/postgres/postmaster.pid'))).toBe(false)
})

test('an unreadable or invalid certificate', async () => {
  const missing = { COHESION_TLS_CERT: join(folder.path, 'cert.pem'), COHESION_TLS_KEY: join(folder.path, 'key.pem') }
  expect(await refusal(missing)).toContain('COHESION_TLS_CERT cannot be read: ENOENT')
  for (const file of Object.values(missing)) writeFileSync(file, 'not a certificate')
  expect(await refusal(missing)).toContain('COHESION_TLS_CERT and COHESION_TLS_KEY are not a certificate and its key')
})
