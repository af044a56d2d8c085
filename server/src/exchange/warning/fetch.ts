import { createHash } from 'node:crypto'
import type { WarningFeedProblem } from '#contract'
import type { WarningDocument } from '../../platform/db/schema/warning.ts'
import type { guardedFetch } from '../../platform/outbound/guard.ts'
import { OutboundError } from '../../platform/outbound/target.ts'
import { DocumentError } from './read/reader.ts'

export type Fetch = typeof guardedFetch

export const MAX_DOCUMENT_BYTES = 5_000_000
const TIMEOUT_MS = 15_000

/** Some servers reply with JSON or a page if the request does not accept XML. */
const ACCEPT =
  'application/cap+xml, application/atom+xml, application/rss+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1'

const problemOfRequest = ({ reason, isRefusal }: OutboundError): WarningFeedProblem => {
  if (reason === 'scheme') return { code: 'insecure' }
  if (isRefusal) return { code: 'address' }
  return { code: reason === 'timeout' || reason === 'tooLarge' ? reason : 'network' }
}

const headerText = (value: string | string[] | undefined) => [value].flat()[0]?.slice(0, 500)

/** The bytes of a document if it changed, and its validators. Throws `DocumentError`. */
export const fetchDocument = async (
  fetch: Fetch,
  url: string,
  known: WarningDocument,
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array | undefined; validators: WarningDocument }> => {
  const headers = {
    accept: ACCEPT,
    ...(known.etag && { 'if-none-match': known.etag }),
    ...(known.lastModified && { 'if-modified-since': known.lastModified }),
  }
  const options = { headers, maxBytes: MAX_DOCUMENT_BYTES, timeoutMs: TIMEOUT_MS, isTlsOnly: true, signal }
  const response = await fetch(url, options).catch((error: unknown) => {
    throw error instanceof OutboundError ? new DocumentError(problemOfRequest(error)) : error
  })
  const { status, headers: received, body } = response
  if (status === 304) return { bytes: undefined, validators: known }
  if (status !== 200) throw new DocumentError({ code: 'status', status })
  const etag = headerText(received.etag)
  const lastModified = headerText(received['last-modified'])
  const hash = createHash('sha256').update(body).digest('base64url')
  const validators = { ...(etag && { etag }), ...(lastModified && { lastModified }), hash }
  return { bytes: hash === known.hash ? undefined : body, validators }
}
