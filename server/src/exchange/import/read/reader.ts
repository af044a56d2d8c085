import { type FileProblem, Problem } from '#contract'
import { forkReader } from '../../formats/child.ts'
import { type Head, ReadError, type ReadOptions, type Row } from './format.ts'
import type { ReadReply, ReadRequest } from './process.ts'
import { openTurns } from './turns.ts'

/** Heap limit of the process. A file of 20 MB needs 200. */
const MEMORY_MB = 512
/** Maximum time between two messages of the process. */
const PATIENCE_MS = 60_000

type Receiver = { onHead: (head: Head) => Promise<void>; onRows: (rows: Row[]) => Promise<void> }

const turns = openTurns({
  atOnce: 2,
  mostWaiting: 8,
  refuse: () => new Problem('unavailable', { retryAfterSeconds: 10 }),
})

/** Throws if the queue is full, before anybody uploads 20 MB in vain. */
export const mustHaveRoom = turns.mustHaveRoom

type ReaderOptions = ReadOptions & { signal?: AbortSignal; patienceMs?: number; memoryMb?: number; serviceId?: string }

/**
 * Reads a file in a child process, which sends the next part of rows once the last one is stored. Throws `ReadError`.
 */
export const readFile = (bytes: Uint8Array, receiver: Receiver, options: ReaderOptions = {}): Promise<void> =>
  turns.run(options.serviceId ?? '', () => readInProcess(bytes, receiver, options))

const readInProcess = (
  bytes: Uint8Array,
  { onHead, onRows }: Receiver,
  { signal, patienceMs = PATIENCE_MS, memoryMb = MEMORY_MB, serviceId: _, ...options }: ReaderOptions,
) =>
  new Promise<void>((resolve, reject) => {
    const child = forkReader(new URL('./process.ts', import.meta.url), memoryMb)
    let timer: NodeJS.Timeout
    let lastLine: number | undefined
    const end = (error?: unknown) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      child.removeAllListeners()
      child.on('error', () => {})
      child.kill('SIGKILL')
      error === undefined ? resolve() : reject(error)
    }
    const fail = (code: FileProblem['code']) =>
      end(new ReadError(code, lastLine === undefined ? {} : { line: lastLine }))
    const stop = () => fail('interrupted')
    const wait = () => {
      timer = setTimeout(() => fail('time'), patienceMs)
    }
    const take = async (reply: ReadReply) => {
      clearTimeout(timer)
      if ('end' in reply) return end()
      if ('problem' in reply) {
        const { code, ...at } = reply.problem
        return end(new ReadError(code, at))
      }
      if ('head' in reply) await onHead(reply.head)
      else {
        lastLine = reply.rows.at(-1)?.line
        await onRows(reply.rows)
        if (child.connected) child.send('next' satisfies ReadRequest)
      }
      if (child.connected) wait()
    }
    // Messages are processed in order, because the first rows may arrive while the head is being stored.
    let taking = Promise.resolve()
    child.on('message', (reply) => {
      taking = taking.then(() => take(reply as ReadReply)).catch(end)
    })
    child.on('error', end)
    // Exit code 0 follows the last message, 1 an unexpected error; V8 aborts the process if it runs out of memory.
    child.on('exit', (code) => {
      if (code !== 0) fail(code === 1 ? 'unknownFormat' : 'memory')
    })
    if (signal?.aborted) return stop()
    signal?.addEventListener('abort', stop)
    wait()
    child.send({ bytes, options } satisfies ReadRequest)
  })
