import { addressOf, type CallInput, type Endpoint, Problem } from '#contract'
import { headers, problemOf, refuse } from './call.ts'

type Progress = { signal: AbortSignal; onBytes: (bytes: number) => void }

/** Downloads a file that the API writes. Without timeout, because the server may need minutes; the caller can abort. */
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

/** Characters that are invalid in file names on some file systems. */
const notInFileNames = /[\\/:*?"<>|\p{Cc}]+/gu

export const saveFile = (file: Blob, name: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name.replace(notInFileNames, '-')
  link.click()
  // By then the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
