import type { CoverStroke } from '#contract'
import { drawSvg, encodeCopies, type ImageHeader, type ReadImage, readHeader } from './image-codec.ts'

/**
 * A separate process that decodes pictures, started by image-worker.ts. Its memory is freed when it ends, and a picture
 * that crashes the decoder does not crash the server.
 */
export type ImageTask =
  | { kind: 'header'; bytes: Uint8Array }
  | { kind: 'copies'; bytes: Uint8Array; maxPixels: number; strokes?: readonly CoverStroke[] }
  | { kind: 'svg'; svg: string }
export type ImageResults = { header: ImageHeader; copies: ReadImage; svg: Uint8Array }
export type ImageRequest = { id: number; task: ImageTask }
export type ImageReply = { id: number; result: ImageResults[ImageTask['kind']] } | { id: number; error: string }

const run = (task: ImageTask) => {
  if (task.kind === 'header') return readHeader(task.bytes)
  return task.kind === 'svg' ? drawSvg(task.svg) : encodeCopies(task.bytes, task.maxPixels, task.strokes)
}

const reply = (message: ImageReply) => {
  if (process.connected) process.send?.(message)
}

process.on('message', ({ id, task }: ImageRequest) => {
  run(task).then(
    (result: ImageResults[ImageTask['kind']]) => reply({ id, result }),
    (error: Error) => reply({ id, error: error.message }),
  )
})
// Ends with the server. Ignores signals, because Ctrl-C reaches both processes and the server finishes open requests.
process.on('disconnect', () => process.exit())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
