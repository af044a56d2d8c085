import { type CoverStroke, IMAGE_MAX_BYTES, Problem } from '#contract'
import { openLimiter } from '../http/limiter.ts'
import type { ReadImage } from './image-codec.ts'
import { openImageWorker } from './image-worker.ts'

/** Bounds the check of an animation, which reads all frames although only the first one is shown. */
const MAX_FRAMES = 1_000

const worker = openImageWorker()

export const endImageProcess = (): void => worker.close()

const busy = () => new Problem('imagesBusy', { retryAfterSeconds: 5 })

/**
 * A small file can unpack to gigabytes: 243 kB of PNG hold 62 megapixels and take six seconds. Each decoding occupies
 * a core, so the number of parallel decodings is limited. Visitors and members have separate queues.
 */
const senders = {
  member: { maxPixels: 40_000_000, limiter: openLimiter({ atOnce: 2, mostWaiting: 20, refuse: busy }) },
  visitor: { maxPixels: 25_000_000, limiter: openLimiter({ atOnce: 1, mostWaiting: 10, refuse: busy }) },
}
/** Reading a header and drawing a symbol are quick and do not wait for pictures. */
const quick = openLimiter({ atOnce: 8, mostWaiting: 200, refuse: busy })

type ImageOptions = {
  from?: keyof typeof senders
  field?: string
}

/** Checks only the header, so that pictures that are too large are refused before they queue. */
const refuseUnlessReadable = async (bytes: Uint8Array, maxPixels: number, field: string): Promise<void> => {
  const format = formatOf(bytes)
  if (!format) throw new Error('neither JPEG, PNG, WebP nor GIF')
  const header = await quick.run(() => worker.run({ kind: 'header', bytes }))
  if (header.format !== format) throw new Error(`the first bytes are of ${format}, the header is of ${header.format}`)
  if (header.width * header.height > maxPixels || header.pages > MAX_FRAMES)
    throw new Problem('imagePixels', { fields: { [field]: 'form.imagePixels' } })
}

/** Detects the format from the content and re-encodes the image without location and camera data. */
export const readImage = async (
  bytes: Uint8Array,
  { from = 'member', field = 'file' }: ImageOptions = {},
): Promise<ReadImage> => {
  if (bytes.length > IMAGE_MAX_BYTES) throw new Problem('fileSize', { fields: { [field]: 'form.fileSize' } })
  const { maxPixels, limiter } = senders[from]
  try {
    await refuseUnlessReadable(bytes, maxPixels, field)
    return await limiter.run(() => worker.run({ kind: 'copies', bytes, maxPixels }))
  } catch (cause) {
    if (cause instanceof Problem) throw cause
    throw new Problem('notAnImage', { fields: { [field]: 'form.image' }, cause })
  }
}

export const coverImage = (bytes: Uint8Array, strokes: readonly CoverStroke[]): Promise<ReadImage> => {
  const { maxPixels, limiter } = senders.member
  return limiter.run(() => worker.run({ kind: 'copies', bytes, maxPixels, strokes }))
}

/** Converts an SVG that this server has generated to PNG. SVGs of others never reach the decoder. */
export const drawSvg = (svg: string): Promise<Uint8Array> => quick.run(() => worker.run({ kind: 'svg', svg }))

type Format = 'jpeg' | 'png' | 'webp' | 'gif'

const starts = (bytes: Uint8Array, text: string, at = 0) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1', at, at + text.length) === text

/**
 * The format of an image by its first bytes. Other formats never reach a decoder, because the decoders of SVG, TIFF and
 * HEIC can do too much to be safe.
 */
export const formatOf = (bytes: Uint8Array): Format | undefined => {
  if (starts(bytes, '\xff\xd8\xff')) return 'jpeg'
  if (starts(bytes, '\x89PNG\r\n\x1a\n')) return 'png'
  if (starts(bytes, 'GIF87a') || starts(bytes, 'GIF89a')) return 'gif'
  if (starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8)) return 'webp'
  return undefined
}
