import type { ChildProcess } from 'node:child_process'
import type { LngLat, WarningFeedProblem } from '#contract'
import { forkReader } from '../../formats/child.ts'
import type { ReadDocument } from './document.ts'
import type { ReadReply, ReadRequest } from './process.ts'

/** Heap limit of the process, for a document of 5 MB. */
const MEMORY_MB = 256
const PATIENCE_MS = 20_000

export class DocumentError extends Error {
  readonly problem: WarningFeedProblem
  constructor(problem: WarningFeedProblem) {
    super(problem.code)
    this.problem = problem
  }
}

/**
 * Reads documents one at a time in a child process, which the first document starts. A document that takes too much
 * time or memory ends the process, and the next document starts another.
 */
export const openReader = ({ patienceMs = PATIENCE_MS, memoryMb = MEMORY_MB } = {}) => {
  let child: ChildProcess | undefined
  let turn: Promise<unknown> = Promise.resolve()

  const close = () => {
    child?.removeAllListeners()
    child?.on('error', () => {})
    child?.kill('SIGKILL')
    child = undefined
  }

  const ask = (request: ReadRequest) =>
    new Promise<ReadDocument>((resolve, reject) => {
      child ??= forkReader(new URL('./process.ts', import.meta.url), memoryMb)
      const fail = () => {
        clearTimeout(timer)
        close()
        reject(new DocumentError({ code: 'failed' }))
      }
      const timer = setTimeout(fail, patienceMs)
      child.once('error', fail)
      child.once('exit', fail)
      child.once('message', (reply: ReadReply) => {
        clearTimeout(timer)
        child?.removeAllListeners()
        if ('document' in reply) resolve(reply.document)
        else reject(new DocumentError(reply.problem))
      })
      child.send(request)
    })

  const read = (bytes: Uint8Array, base: string, near: LngLat | null): Promise<ReadDocument> => {
    const result = turn.then(() => ask({ bytes, base, near }))
    turn = result.catch(() => {})
    return result
  }

  return { read, close }
}

export type Reader = ReturnType<typeof openReader>
