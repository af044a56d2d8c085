import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type ReceivedMessage = { id: string; textMessage: { text: string }; phoneNumbers: string[] }

/** The local mode of “SMS Gateway for Android” on loopback: the same paths, fields and states. */
export const startSmsGateway = async () => {
  const messages = new Map<string, ReceivedMessage & { state: string }>()
  const refusals: number[] = []
  const authorization = `Basic ${Buffer.from('sms:secret').toString('base64')}`
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    const answer = (status: number, body: object = {}) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      if (request.headers.authorization !== authorization) return answer(401)
      const refusal = refusals.shift()
      if (refusal) return refusal < 400 ? response.writeHead(refusal, { location: '/other' }).end() : answer(refusal)
      const [, path, id = ''] = (request.url ?? '').split('/')
      if (path !== 'message') return answer(404)
      if (request.method === 'GET') {
        const message = messages.get(id)
        return message ? answer(200, { id, state: message.state, recipients: [] }) : answer(404)
      }
      const message = JSON.parse(Buffer.concat(chunks).toString()) as ReceivedMessage
      if (!message.textMessage?.text || message.phoneNumbers.length === 0) return answer(400)
      if (messages.has(message.id)) return answer(409)
      messages.set(message.id, { ...message, state: 'Pending' })
      return answer(202, { id: message.id, state: 'Pending', recipients: [] })
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://sms:secret@127.0.0.1:${port}`,
    port,
    messages: () => [...messages.values()],
    to: (phone: string) => [...messages.values()].filter(({ phoneNumbers }) => phoneNumbers.includes(phone)),
    setState: (id: string, state: 'Processed' | 'Sent' | 'Delivered' | 'Failed') => {
      const message = messages.get(id)
      if (message) message.state = state
    },
    refuseNext: (...statuses: number[]) => void refusals.push(...statuses),
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
