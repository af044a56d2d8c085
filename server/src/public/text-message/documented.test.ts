import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { HeldReport, TextInboxWithSecret } from '#contract'
import { addEventType } from '../../testing/events.ts'
import { addMember, addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/operations/install.md'), 'utf8')
const script = /```sh\n(INBOX=.*?)```/s.exec(page)?.[1] ?? ''

test('the documented commands send a text message, once', async () => {
  const server = await testServer()
  const port = await (await server.openSecond()).listen()
  const service = await addService(server.db, 'Harbour')
  const admin = await addMember(server.db, service, service.roleId, { type: 'Admin' })
  await addEventType(server.db, service, { name: 'Fallen tree' })
  const inbox: TextInboxWithSecret = (
    await server.as(admin).post('/text-messages/inbox', { provider: 'gateway' })
  ).json()
  const address = `http://127.0.0.1:${port}${new URL(inbox.address ?? '').pathname}`
  const run = async (secret: string): Promise<string> => {
    const filled = script.replace(/^INBOX=.*$/m, `INBOX=${address}`).replace(/^SECRET=.*$/m, `SECRET=${secret}`)
    return (await promisify(execFile)('sh', ['-c', filled])).stdout.trim()
  }
  expect(await run(inbox.secret ?? '')).toBe('204')
  expect(await run(inbox.secret ?? '')).toBe('204')
  expect(await run('wrong')).toBe('404')
  const reports: HeldReport[] = (await server.as(admin).get('/review/reports')).json()
  expect(reports.map(({ name, reporter }) => [name, reporter.phone])).toEqual([
    ['A tree fell at Herzl 5', '+972501112233'],
  ])
})
