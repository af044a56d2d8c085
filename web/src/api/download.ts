import { addressOf, type CallInput, type Endpoint, Problem } from '#contract'
import { headers, problemOf, refuse } from './call.ts'

type Progress = { signal: AbortSignal; onBytes: (bytes: number) => void }

/** Reads a file that the API writes. The server may take minutes over it, so only the caller ends it. */
export const download = async <E extends Endpoint>(
  endpoint: E,
  { body }: Pick<CallInput<E> & { body?: unknown }, 'body'>,
  { signal, onBytes }: Progress,
): Promise<Blob> => {
  const failed = (cause: unknown) => {
    if (signal.aborted) throw cause
    throw new Problem('network', { cause })
  }
  const answer = await fetch(addressOf(endpoint), {
    method: endpoint.method,
    headers: headers({ 'content-type': 'application/json' }),
    body: JSON.stringify(body),
    signal,
  }).catch(failed)
  if (!answer.ok) throw refuse(await problemOf(answer))
  let bytes = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      bytes += chunk.length
      onBytes(bytes)
      controller.enqueue(chunk)
    },
  })
  return new Response(answer.body?.pipeThrough(counter), { headers: answer.headers }).blob().catch(failed)
}

/** Characters that some file system does not allow in a name. */
const notInFileNames = /[\\/:*?"<>|\p{Cc}]+/gu

export const saveFile = (file: Blob, name: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name.replace(notInFileNames, '-')
  link.click()
  // Long enough for the browser to have read the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
