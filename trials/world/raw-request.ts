import { type IncomingHttpHeaders, request } from 'node:http'

export type RawRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Buffer | undefined
  /** Whether the body of the reply never ends. Then only the head is read. */
  isEndless?: boolean
}
/** `status` 0: the connection broke without a reply, for the reason in `error`. */
export type RawAnswer = { status: number; headers: IncomingHttpHeaders; text: string; error: string }

const TIMEOUT_MS = 120_000

/** Sends a request exactly as written. `fetch` would repair paths and headers that are meant to be broken. */
export const sendRaw = (
  url: string,
  { method, path, headers, body, isEndless = false }: RawRequest,
): Promise<RawAnswer> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const bytes = body === undefined ? undefined : Buffer.from(body)
    // Without a content-length, the server would parse the body of a GET as the next request.
    const framing = bytes && { 'content-length': String(bytes.length) }
    const fail = (error: Error) => resolve({ status: 0, headers: {}, text: '', error: error.message })
    try {
      const sending = request(
        { hostname, port, method, path, headers: { ...headers, ...framing }, agent: false, timeout: TIMEOUT_MS },
        (response) => {
          const { statusCode: status = 0, headers: received } = response
          if (isEndless && status < 300) {
            response.destroy()
            resolve({ status, headers: received, text: '', error: '' })
            return
          }
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () =>
            resolve({ status, headers: received, text: Buffer.concat(chunks).toString(), error: '' }),
          )
          response.on('error', fail)
        },
      )
      sending.on('timeout', () => sending.destroy(new Error('no answer within 2 min')))
      sending.on('error', fail)
      sending.end(bytes)
    } catch (error) {
      fail(error as Error)
    }
  })
