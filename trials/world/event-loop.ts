import { connect } from 'node:net'
import { emptyFolder } from '../../tests/start/folders.ts'
import { type ResourceList, trialResources } from './resources.ts'

/**
 * Longest time that a server's event loop was blocked. `processorMs` is the processor time of its thread in that time.
 */
export type LoopBlock = { ms: number; processorMs: number }

/** Shorter blocks are not noticed. */
const TICK_MS = 5

/**
 * Runs in the server before its own code. A timer notes how late it is, and the longest delay is sent to whoever connects
 * to the socket, which begins a new measurement.
 */
const meter = (path: string) =>
  `data:text/javascript,${encodeURIComponent(`import { createServer } from 'node:net'
import { isMainThread } from 'node:worker_threads'
if (isMainThread && process.argv[1]?.endsWith('main.ts')) {
  let worst = { ms: 0, processorMs: 0 }
  let at = performance.now()
  let used = process.threadCpuUsage()
  setInterval(() => {
    const now = performance.now()
    const { user, system } = process.threadCpuUsage(used)
    used = process.threadCpuUsage()
    const ms = now - at - ${TICK_MS}
    if (ms > worst.ms) worst = { ms, processorMs: Math.min(ms, (user + system) / 1000) }
    at = now
  }, ${TICK_MS}).unref()
  const answer = (socket) => {
    socket.on('error', () => {})
    setTimeout(() => {
      socket.end(JSON.stringify(worst))
      worst = { ms: 0, processorMs: 0 }
    }, ${2 * TICK_MS})
  }
  createServer(answer).listen(${JSON.stringify(path)}).unref()
}`)}`

/** The environment of a server whose event loop is measured, and how to read the longest block since the last reading. */
export const loopMeter = (resources: ResourceList = trialResources) => {
  const { path, remove } = emptyFolder()
  resources.add(async () => remove())
  return {
    environment: { NODE_OPTIONS: `--import=${meter(path)}` },
    longestBlock: (): Promise<LoopBlock> =>
      new Promise((resolve, reject) => {
        let text = ''
        connect(path)
          .setEncoding('utf8')
          .on('data', (chunk: string) => {
            text += chunk
          })
          .on('end', () => resolve(JSON.parse(text) as LoopBlock))
          .on('error', reject)
      }),
  }
}
