import { addressOf, type BatchHead, batchApi } from '#contract'
import { keepEarly } from './early-requests.ts'

type Part = { address: string } & PromiseWithResolvers<Response>

/** Asks for all addresses in one request. Each gets its reply when that has come, as if it had been asked for alone. */
export const sendEarly = (addresses: readonly string[], init: RequestInit): Promise<Response>[] => {
  const parts = addresses.map((address) => ({ address, ...Promise.withResolvers<Response>() }))
  for (const { address, promise } of parts) keepEarly(address, promise)
  const search = new URLSearchParams(addresses.map((address) => ['get', address]))
  fetch(`${addressOf(batchApi.read)}?${search}`, init)
    .then((answer) => (answer.ok && answer.body ? split(answer.body, parts) : answerAlike(answer, parts, init)))
    .catch((problem: unknown) => {
      for (const { reject } of parts) reject(problem)
    })
  return parts.map(({ promise }) => promise)
}

const split = async (body: ReadableStream<Uint8Array>, parts: readonly Part[]): Promise<void> => {
  const nextLine = lineReader(body)
  for (const { resolve } of parts) {
    const { status, headers, encoding } = JSON.parse(await nextLine()) as BatchHead
    const line = await nextLine()
    const body = encoding === 'base64' ? bytesOf(JSON.parse(line) as string) : line
    resolve(new Response(body, { status, headers }))
  }
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

const lineReader = (body: ReadableStream<Uint8Array>) => {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let rest = ''
  return async (): Promise<string> => {
    for (;;) {
      const end = rest.indexOf('\n')
      if (end >= 0) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 1)
        return line
      }
      const { done, value } = await reader.read()
      if (done) throw new TypeError('The reply ended too soon.')
      rest += value
    }
  }
}

/** A session that has ended has ended for all; otherwise a server of another version may not know the request. */
const answerAlike = (answer: Response, parts: readonly Part[], init: RequestInit): void => {
  for (const { address, resolve } of parts) resolve(answer.status === 401 ? answer.clone() : fetch(address, init))
}
