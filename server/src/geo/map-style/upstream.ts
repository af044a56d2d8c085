import { promisify } from 'node:util'
import { brotliDecompress, gunzip, gzip, inflate } from 'node:zlib'
import { Problem } from '#contract'
import type { GuardedResponse, guardedFetch } from '../../platform/outbound/guard.ts'
import { OutboundError } from '../../platform/outbound/target.ts'

export type Fetch = typeof guardedFetch

export type Resource = { bytes: Buffer; type: string; encoding?: 'gzip' }

/** Reads a style or TileJSON. `url` is the address after redirects, which is the base of its relative addresses. */
export type ReadJson = (kind: 'style' | 'tileJson', address: string) => Promise<{ value: unknown; url: string }>

const limits = {
  style: { maxBytes: 1_000_000, timeoutMs: 3000 },
  tileJson: { maxBytes: 1_000_000, timeoutMs: 3000 },
  vectorTile: { maxBytes: 1_000_000, timeoutMs: 10_000 },
  otherTile: { maxBytes: 1_000_000, timeoutMs: 10_000 },
  rasterTile: { maxBytes: 1_000_000, timeoutMs: 10_000 },
  glyphs: { maxBytes: 300_000, timeoutMs: 10_000 },
  spriteJson: { maxBytes: 1_000_000, timeoutMs: 10_000 },
  image: { maxBytes: 2_000_000, timeoutMs: 10_000 },
  geoJson: { maxBytes: 2_000_000, timeoutMs: 10_000 },
} as const
export type ResourceKind = keyof typeof limits

const decoders: Record<string, typeof gunzip> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: inflate as typeof gunzip,
  br: brotliDecompress as typeof gunzip,
}

const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b

/** Many hosts compress tiles although plain ones are requested. The limit applies to the decoded size too. */
const decodeBody = async ({ body, headers }: GuardedResponse, maxOutputLength: number): Promise<Buffer> => {
  const decode = isGzip(body) ? gunzip : decoders[headers['content-encoding'] ?? '']
  if (!decode || body.length === 0) return body
  return promisify(decode as (...args: [Buffer, object, (error: Error | null, bytes: Buffer) => void]) => void)(body, {
    maxOutputLength,
  })
}

const isDecodingError = (error: unknown): boolean =>
  /^(Z_|ERR_BUFFER_TOO_LARGE|ERR__ERROR_|ERR_PADDING|ERR_BROTLI)/.test((error as { code?: string }).code ?? '')

const imageTypeOf = (bytes: Buffer): string | undefined => {
  if (bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))) return 'image/png'
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'image/webp'
  return undefined
}

const isJson = (bytes: Buffer): boolean => {
  try {
    return typeof JSON.parse(bytes.toString()) === 'object'
  } catch {
    return false
  }
}

/** The media type by kind and content. The host's header serves only to reject text in `otherTile`. */
const typeOf = (kind: ResourceKind, bytes: Buffer, claimed: string): string | undefined => {
  switch (kind) {
    case 'rasterTile':
    case 'image':
      return imageTypeOf(bytes)
    // A protocol buffer begins with its field number: layers in a tile, font stacks in glyphs.
    case 'vectorTile':
      return bytes[0] === 0x1a ? 'application/x-protobuf' : undefined
    case 'glyphs':
      return bytes[0] === 0x0a ? 'application/x-protobuf' : undefined
    case 'otherTile':
      return /html|xml|json|text|script/i.test(claimed) ? undefined : 'application/x-protobuf'
    default:
      return isJson(bytes) ? 'application/json' : undefined
  }
}

const isTile = (kind: ResourceKind) => kind === 'vectorTile' || kind === 'rasterTile' || kind === 'otherTile'

export const fetchResource = async (
  fetch: Fetch,
  kind: ResourceKind,
  address: string,
): Promise<Resource & { url: string }> => {
  const { maxBytes, timeoutMs } = limits[kind]
  try {
    const fetched = await fetch(address, { maxBytes, timeoutMs, maxRedirects: 3 })
    const { status, headers, url } = fetched
    if (status === 404 || status === 410) throw new Problem('notFound')
    if (status === 204 && isTile(kind)) return { bytes: Buffer.alloc(0), type: 'application/x-protobuf', url }
    if (status !== 200) throw new Problem('upstream', { cause: new Error(`answered ${status}`) })
    const bytes = await decodeBody(fetched, maxBytes)
    if (bytes.length === 0 && isTile(kind)) return { bytes, type: 'application/x-protobuf', url }
    const type = typeOf(kind, bytes, headers['content-type'] ?? '')
    if (!type) throw new Problem('upstream', { cause: new Error(`not a ${kind}`) })
    if (type !== 'application/x-protobuf') return { bytes, type, url }
    return { bytes: await promisify(gzip)(bytes), type, encoding: 'gzip', url }
  } catch (cause) {
    if (cause instanceof Problem) throw cause
    // Refused by the guard, too slow, too large or wrongly encoded.
    if (cause instanceof OutboundError || isDecodingError(cause)) throw new Problem('upstream', { cause })
    throw cause
  }
}
