import { connect } from 'node:net'
import { emptyFolder } from '../../tests/start/folders.ts'
import { type ResourceList, trialResources } from './resources.ts'

/**
 * Longest block of a server's event loop in ms, without the time in which its thread waited for a processor that other
 * processes used. `processorMs`: processor time of the thread during the block.
 */
export type LoopBlock = { ms: number; processorMs: number }

/** Interval of the timer in the server. Shorter blocks are not detected. */
const TICK_MS = 5

/**
 * Runs in the server before its own code. A timer records its longest delay. A connection to the socket receives the
 * delay and starts a new measurement.
 */
const meter = (path: string) =>
  `data:text/javascript,${encodeURIComponent(`import { createServer } from 'node:net'
import { readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
if (isMainThread && process.argv[1]?.endsWith('main.ts')) {
  let worst = { ms: 0, processorMs: 0 }
  let at = performance.now()
  let used = process.threadCpuUsage()
  // Nanoseconds of Linux: on a processor, and waiting for one.
  const waitedMs = () => {
    try { return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6 } catch { return 0 }
  }
  let waited = waitedMs()
  setInterval(() => {
    const now = performance.now()
    const { user, system } = process.threadCpuUsage(used)
    used = process.threadCpuUsage()
    const waitedNow = waitedMs()
    const ms = now - at - ${TICK_MS} - (waitedNow - waited)
    waited = waitedNow
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

/**
 * `environment` makes a server measure its event loop. `longestBlock` returns the longest block since the previous
 * call.
 */
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
