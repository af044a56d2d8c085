import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { openResolver } from './resolve.ts'

/** A real name server on loopback. */
const openNameServer = async (answer: (question: Buffer) => Buffer | undefined) => {
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => {
    const reply = answer(question)
    if (reply) socket.send(reply, port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return `127.0.0.1:${socket.address().port}`
}

const flags = (question: Buffer, code: number): Buffer => {
  const reply = Buffer.from(question)
  reply.writeUInt16BE(0x8180 | code, 2)
  return reply
}
const NAME_ERROR = 3
const typeOf = (question: Buffer) => question.readUInt16BE(question.indexOf(0, 12) + 1)

/** Answers questions about IPv4 with 192.0.2.7, and others with no records. */
const answerFour = (question: Buffer): Buffer => {
  const end = question.indexOf(0, 12) + 5
  const reply = flags(question.subarray(0, end), 0)
  reply.writeUInt16BE(0, 10)
  if (typeOf(question) !== 1) return reply
  reply.writeUInt16BE(1, 6)
  return Buffer.concat([reply, Buffer.from('c00c000100010000003c0004c0000207', 'hex')])
}

test('a name has the addresses that the name server knows', async () => {
  const resolve = openResolver({ servers: [await openNameServer(answerFour)] })
  expect(await resolve('hook.example.org')).toEqual([{ address: '192.0.2.7', family: 4 }])
})

test('silent name servers of some names do not delay others', async () => {
  const isSilent = (question: Buffer) => question.includes('silent')
  const server = await openNameServer((question) => (isSilent(question) ? undefined : answerFour(question)))
  const resolve = openResolver({ servers: [server], timeoutMs: 500 })
  const silent = Promise.allSettled(Array.from({ length: 20 }, (_, index) => resolve(`silent-${index}.invalid`)))
  expect(await Promise.race([resolve('push.example.org'), silent])).toEqual([{ address: '192.0.2.7', family: 4 }])
  for (const { status } of await silent) expect(status).toBe('rejected')
})

test('names that the name servers do not know are looked up by the system', async () => {
  const resolve = openResolver({ servers: [await openNameServer((question) => flags(question, NAME_ERROR))] })
  const addresses = (await resolve('localhost')).map(({ address }) => address)
  expect(['127.0.0.1', '::1']).toEqual(expect.arrayContaining(addresses))
})
