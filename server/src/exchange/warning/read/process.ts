import { setPriority } from 'node:os'
import type { LngLat, WarningFeedProblem } from '#contract'
import { problemOf, type ReadDocument, readDocument } from './document.ts'

// reader.ts runs this file as a child process, because a document may be hostile. It reads one document after another.

export type ReadRequest = { bytes: Uint8Array; base: string; near: LngLat | null }
export type ReadReply = { document: ReadDocument } | { problem: WarningFeedProblem }

const replyTo = ({ bytes, base, near }: ReadRequest): ReadReply => {
  try {
    return { document: readDocument(bytes, base, near) }
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

/** Low priority, so that requests to the server go first. */
setPriority(5)

process.on('message', (request: ReadRequest) => process.send?.(replyTo(request)))
process.on('disconnect', () => process.exit())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
