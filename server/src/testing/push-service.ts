import { createECDH, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import ece from 'http_ece'
import { afterAll } from 'vitest'
import { guardOn } from '../platform/outbound/guard.ts'
import type { Fetch } from '../platform/push/send.ts'

type ReceivedPush = { path: string; headers: Record<string, string | string[] | undefined>; body: Buffer }

/** A push service on loopback with configurable replies; devices decrypt messages with their own keys. */
export const pushService = async () => {
  const received: ReceivedPush[] = []
  const answers = new Map<string, { status: number; headers?: Record<string, string> }[]>()
  const waiting: (() => void)[] = []

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      received.push({ path, headers: request.headers, body: Buffer.concat(chunks) })
      const { status, headers } = answers.get(path)?.shift() ?? { status: 201 }
      response.writeHead(status, headers).end()
      for (const wake of waiting.splice(0)) wake()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  afterAll(() => new Promise((closed) => server.close(closed)))
  const { port } = server.address() as AddressInfo

  // Resolves the names of push services to this server, without TLS.
  const { guardedFetch } = guardOn({
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    isAllowed: () => true,
  })
  const fetch: Fetch = (address, options) => {
    const url = new URL(address)
    return guardedFetch(`http://${url.hostname}:${port}${url.pathname}`, options)
  }

  const device = (name = randomBytes(6).toString('hex')) => {
    const keys = createECDH('prime256v1')
    keys.generateKeys()
    const authSecret = randomBytes(16)
    const path = `/${name}`
    const got = () => received.filter((message) => message.path === path)
    const read = ({ body }: ReceivedPush) =>
      JSON.parse(
        ece.decrypt(body, { version: 'aes128gcm', privateKey: keys, authSecret: authSecret.toString('base64url') }),
      )
    return {
      subscription: {
        endpoint: `https://push.example${path}`,
        keys: { p256dh: keys.getPublicKey('base64url'), auth: authSecret.toString('base64url') },
      },
      requests: got,
      messages: () => got().map(read),
      answersNext: (...next: { status: number; headers?: Record<string, string> }[]) => void answers.set(path, next),
      /** Resolves when this many messages have arrived. */
      until: async (count: number) => {
        while (got().length < count) await new Promise<void>((wake) => waiting.push(wake))
        return got().map(read)
      },
    }
  }

  return { fetch, device }
}
