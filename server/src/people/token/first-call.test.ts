import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BASE_PATH } from '#contract'
import { addEventType } from '../../testing/events.ts'
import { addMember, addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'
import * as tokens from './queries.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/FIRST-CALL.md'), 'utf8')
const server = await testServer()
const port = await (await server.openSecond()).listen()
const service = await addService(server.db, 'Harbour')
const dana = await addMember(server.db, service, service.roleId)
const type = await addEventType(server.db, service, { name: 'Fallen tree' })

/** The curl commands of the documentation page, without their pipes to jq. */
const commands = [...page.matchAll(/```sh\n(.*?)```/gs)]
  .flatMap(([, block = '']) => block.split('\n'))
  .flatMap((line) => line.match(/curl .*?(?= \||$)/)?.[0] ?? [])

const WORD = /'([^']*)'|"([^"]*)"|(\S+)/g

/** Sends what curl would send for these options. */
const send = (command: string, variables: Record<string, string>): Promise<Response> => {
  const words = [...command.matchAll(WORD)].map(([, single, double, bare = '']) =>
    (single ?? double ?? bare).replace(/\$([A-Z]+)/g, (_, name: string) => variables[name] ?? ''),
  )
  const valuesOf = (option: string) => words.flatMap((word, at) => (words[at - 1] === option ? [word] : []))
  const form = new FormData()
  for (const part of valuesOf('-F')) form.set(...(part.split(/=(.*)/s, 2) as [string, string]))
  const [json] = valuesOf('-d')
  const body = json ?? (valuesOf('-F').length > 0 ? form : undefined)
  return fetch(words.find((word) => word.startsWith('http')) ?? '', {
    method: valuesOf('-X')[0] ?? (body ? 'POST' : 'GET'),
    headers: valuesOf('-H').map((header) => header.split(': ', 2) as [string, string]),
    ...(body && { body }),
  })
}

test('the commands of the page succeed in their order', async () => {
  const { token } = await tokens.create(
    server.db,
    { id: dana.id, serviceId: service.id },
    { name: 'First call', scopes: ['report', 'log'], eventTypes: null, regions: null, days: 1 },
  )
  const variables: Record<string, string> = {
    COHESION: `http://127.0.0.1:${port}${BASE_PATH}`,
    AUTH: `Authorization: Bearer ${token}`,
    SERVICE: service.id,
    ACTION: JSON.stringify({ publicActionId: type.id, fields: [] }),
  }
  const replies: unknown[] = []
  for (const command of commands) {
    const response = await send(command, variables)
    if (command.includes('/events"')) {
      expect(response.headers.get('content-type')).toContain('text/event-stream')
      await response.body?.cancel()
      continue
    }
    const reply = (await response.json()) as { _id: string; number?: number }
    expect(response.status, `${command}: ${JSON.stringify(reply)}`).toBe(200)
    replies.push(reply)
    if (command.includes('-F')) Object.assign(variables, { EVENT: reply._id, NUMBER: String(reply.number) })
  }
  expect(commands.length).toBe(9)
  expect(replies.at(-1)).toMatchObject({ properties: { name: 'Fallen tree' }, isArchived: true })
})
