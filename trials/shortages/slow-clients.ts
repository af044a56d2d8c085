import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { API_KEY_HEADER, BASE_PATH, INGEST_KEY_HEADER } from '#contract'
import { isReady, openStream } from '../world/stream.ts'
import { type Scene, startCrowd, waitUntilRecovered } from './crowd.ts'

const STALLED = { quick: 10, whole: 50 }
const UNREAD_LISTS = { quick: 20, whole: 100 }
/** Each batch causes one live message of about 40 kB. Together they exceed the buffers of a socket and its stream. */
const BATCHES = { quick: 10, whole: 200 }
const SENSORS = 1_000
const MEMORY_LIMIT_BYTES = 200_000_000
/**
 * Time for memory to shrink. The server drops an unread reply after 20 s, and a later garbage collection frees the
 * rest.
 */
const LEVEL_MS = 60_000
const POLL_MS = 500

const SLOW_UPLOADS = 200
const SLOW_HEADS = 200
/**
 * Time for the server to close slow connections: bodies after a grace of 10 s and headers after 15 s, checked every 2
 * s.
 */
const CUT_MS = 120_000

const openSocket = async (url: string, text: string): Promise<{ socket: Socket; closed: Promise<string> }> => {
  const socket = connect(Number(new URL(url).port), new URL(url).hostname)
  let answer = ''
  socket.on('error', () => {})
  const closed = once(socket, 'close').then(() => answer)
  await once(socket, 'connect')
  socket.write(text)
  socket.on('data', (bytes) => {
    answer += bytes
  })
  return { socket, closed }
}

const headOf = (method: string, path: string, headers: Record<string, string>): string =>
  [`${method} ${BASE_PATH}${path} HTTP/1.1`, 'host: localhost', ...Object.entries(headers).map((h) => h.join(': '))]
    .join('\r\n')
    .concat('\r\n')

const headersOf = (token: string) => ({ [API_KEY_HEADER]: 'cohesion-web', authorization: `Bearer ${token}` })

/** Opens streams and lists that nobody reads. Memory must stay level, and other readers must receive everything. */
export const stallReaders = async (scene: Scene, memoryBytes: () => number) => {
  const name = 'stalled readers'
  const { url, api, technician, fail, isQuick } = scene
  const size = isQuick ? 'quick' : 'whole'
  const { key } = await api.must(api.send('POST', '/sensors/ingest-keys', { ...technician, body: { name } }))
  const ingest = async (batches: number) => {
    for (let batch = 0; batch < batches; batch++) {
      const readings = Array.from({ length: SENSORS }, (_, index) => ({
        serial: `r17-${index}`,
        parameters: [{ parameter: 'batch', value: batch }],
      }))
      await api.must(api.send('POST', '/sensors/ingest', { body: { readings }, headers: { [INGEST_KEY_HEADER]: key } }))
    }
  }
  // Does the same work without stalled readers first, because memory of a new server grows with any work.
  await ingest(BATCHES[size] / 2)
  const before = memoryBytes()
  const heads = [
    ...Array.from({ length: STALLED[size] }, () => headOf('GET', '/events', headersOf(technician.token))),
    ...Array.from({ length: UNREAD_LISTS[size] }, () =>
      headOf('GET', '/aoi/filtered?type=all', headersOf(technician.token)),
    ),
  ]
  const sockets = await Promise.all(heads.map((head) => openSocket(url, `${head}\r\n`)))
  for (const { socket } of sockets) socket.pause()
  // The reader needs its own session, because a session has at most 32 streams.
  const reader = openStream(url, { token: (await api.signIn('admin')).token })
  await reader.waitFor(isReady)
  const crowd = startCrowd(scene, name)
  await ingest(BATCHES[size])
  const recoveredMs = await waitUntilRecovered(scene, crowd, name)
  const deadline = performance.now() + LEVEL_MS
  while (memoryBytes() - before > MEMORY_LIMIT_BYTES && performance.now() < deadline) await pause(POLL_MS)
  const grown = memoryBytes() - before
  if (grown > MEMORY_LIMIT_BYTES) fail(`${name}: memory grew by ${Math.round(grown / 1e6)} MB`)
  const counts = await crowd.stop()
  // Messages arrive in order. Once this change arrives, the reader has received all reports.
  const { _id } = await api.must(api.send('PATCH', '/user/profile', { ...technician, body: { firstName: 'Last' } }))
  await reader.waitFor((message) => message.type === 'USER_UPDATED' && message.userId === _id)
  const created = reader.received.filter(({ message }) => message.type === 'AOI_CREATED').length
  if (created < counts.acknowledged) fail(`${name}: a reader got ${created} of ${counts.acknowledged} reports`)
  reader.close()
  for (const { socket } of sockets) socket.destroy()
  return { ...counts, recoveredMs }
}

/** Sends headers and bodies byte by byte. The server must close these connections and serve the others meanwhile. */
export const sendSlowly = async (scene: Scene) => {
  const name = 'slow uploads'
  const { url, technician, fail } = scene
  const form = { ...headersOf(technician.token), 'content-type': 'multipart/form-data; boundary=b' }
  const upload = `${headOf('POST', '/aoi', { ...form, 'content-length': '1000000' })}\r\n--b\r\n`
  const opening = [...Array(SLOW_UPLOADS).fill(upload), ...Array(SLOW_HEADS).fill(headOf('GET', '/user/profile', {}))]
  const sockets = await Promise.all(opening.map((text) => openSocket(url, text)))
  const drip = setInterval(() => {
    for (const { socket } of sockets) if (socket.writable) socket.write('x')
  }, 1_000)
  const crowd = startCrowd(scene, name)
  const answers = await Promise.race([
    Promise.all(sockets.map(({ closed }) => closed)),
    pause(CUT_MS).then(() => undefined),
  ])
  clearInterval(drip)
  if (!answers) fail(`${name}: some are still open after ${CUT_MS / 1000} s`)
  const told = answers?.slice(0, SLOW_UPLOADS).filter((text) => text.startsWith('HTTP/1.1 408')).length
  if (answers && told !== SLOW_UPLOADS) fail(`${name}: ${told} of ${SLOW_UPLOADS} were told that they are too slow`)
  for (const { socket } of sockets) socket.destroy()
  const recoveredMs = await waitUntilRecovered(scene, crowd, name)
  return { ...(await crowd.stop()), recoveredMs }
}
