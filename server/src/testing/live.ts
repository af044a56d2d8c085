import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LiveMessage } from '#contract'
import type { Connection } from '../platform/db/database.ts'
import { newId } from '../platform/db/id.ts'
import { type LiveOptions, startLive } from '../platform/live/live.ts'

export type Person = { memberId: string; sessionId: string; services: string[] }

export const person = (...services: string[]): Person => ({ memberId: newId(), sessionId: newId(), services })

export const signedIn = (...people: Person[]) => new Map(people.map((one) => [one.sessionId, one]))

const silent = { info() {}, warn() {} }

export async function liveServer(
  connection: Connection,
  sessions: Map<string, Person>,
  more: Partial<LiveOptions> = {},
) {
  const live = await startLive({
    connection,
    log: silent,
    audienceOf: async (ids) => new Map(ids.flatMap((id) => entryOf(sessions.get(id)))),
    touch: async () => {},
    ...more,
  })
  const server = createServer((request, response) => {
    const [memberId = '', sessionId = ''] = (request.url ?? '').slice(1).split('/')
    live.openStream({ response, memberId, sessionId, lastEventId: request.headers['last-event-id'] as string })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    live,
    listen: ({ memberId, sessionId }: Person, lastEventId?: string) =>
      listenTo({ port, path: `/${memberId}/${sessionId}`, lastEventId }),
    async stop() {
      await live.stop()
      server.closeAllConnections()
      server.close()
    },
  }
}

const entryOf = (one: Person | undefined): [string, string[]][] => (one ? [[one.sessionId, one.services]] : [])

export type ReceivedMessage = LiveMessage & { id: string | undefined }

type Address = { port: number; path: string; lastEventId?: string | undefined; headers?: Record<string, string> }

export function listenTo({ port, path, lastEventId, headers = {} }: Address) {
  const heard: ReceivedMessage[] = []
  const listeners = new Set<() => void>()
  let comments = 0
  let isClosed = false
  let rest = ''
  const notify = () => {
    for (const check of [...listeners]) check()
  }
  const onBlock = (block: string) => {
    const fields = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line]))
    if (fields.has('')) comments++
    const data = fields.get('data')?.slice('data: '.length)
    if (data) heard.push({ ...(JSON.parse(data) as LiveMessage), id: fields.get('id')?.slice('id: '.length) })
  }

  const resume: Record<string, string> = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
  const request = get({ port, host: '127.0.0.1', path, agent: false, headers: { ...headers, ...resume } })
  let response: IncomingMessage | undefined
  request.on('error', () => {})
  request.on('response', (answer) => {
    response = answer
    answer.on('error', () => {})
    answer.setEncoding('utf8').on('data', (text: string) => {
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop() ?? ''
      blocks.forEach(onBlock)
      notify()
    })
    notify()
  })
  request.on('close', () => {
    isClosed = true
    notify()
  })

  const until = (condition: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!condition()) return
        listeners.delete(check)
        resolve()
      }
      listeners.add(check)
      check()
    })

  return {
    heard,
    /** Messages without READY, which a slow server sends late. */
    news: () => heard.filter(({ type }) => type !== 'READY'),
    types: () => heard.map(({ type }) => type),
    lastId: () => heard.findLast(({ id }) => id !== undefined)?.id ?? lastEventId,
    headers: () => response?.headers,
    answered: async () => {
      await until(() => response !== undefined)
      return response?.statusCode
    },
    ready: () => until(() => heard.some(({ type }) => type === 'READY')),
    hears: (count: number) => until(() => heard.length >= count),
    hearsOne: (isExpected: (message: ReceivedMessage) => boolean) => until(() => heard.some(isExpected)),
    hearsType: (type: LiveMessage['type']) => until(() => heard.some((message) => message.type === type)),
    beats: (count: number) => until(() => comments >= count),
    closed: () => until(() => isClosed),
    stall: async () => {
      await until(() => response !== undefined)
      response?.pause()
    },
    get isClosed() {
      return isClosed
    },
    close: () => request.destroy(),
  }
}
