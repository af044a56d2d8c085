import sharp, { type OutputInfo, type WebpOptions } from 'sharp'
import { IMAGE_MAX_BYTES, Problem } from '#contract'
import { openLimiter } from '../http/limiter.ts'
import { formatOf } from './format.ts'

export type ImageCopy = { bytes: Buffer; mime: string; width: number; height: number }
export type ReadImage = { full: ImageCopy; thumb: ImageCopy }

const FULL_PIXELS = 2560
const THUMB_PIXELS = 256
const MAX_SECONDS = 20
/** All frames of an animation are looked through, though only the first one is shown. */
const MAX_FRAMES = 1_000

// What was read is not read again: a cache of libvips would only keep its memory.
sharp.cache(false)
sharp.concurrency(1)

const busy = () => new Problem('imagesBusy', { retryAfterSeconds: 5 })

/**
 * A small file can unpack to gigabytes: 243 kB of PNG hold 62 megapixels and take six seconds. Images at work take up to
 * a core each, and the rest of the server wants some too. Visitors have a queue of their own, which members do not wait in.
 */
const senders = {
  member: { maxPixels: 40_000_000, limiter: openLimiter({ atOnce: 2, mostWaiting: 20, refuse: busy }) },
  visitor: { maxPixels: 25_000_000, limiter: openLimiter({ atOnce: 1, mostWaiting: 10, refuse: busy }) },
}

type ImageOptions = {
  /** Who sends it; visitors have lower limits. */
  from?: keyof typeof senders
  /** The form field that a refusal names. */
  field?: string
}

type Pixels = { data: Buffer; info: OutputInfo }

/** Decodes the pixels upright and no larger than they are ever shown; of an animation the first frame. */
const pixelsOf = (bytes: Uint8Array, maxPixels: number): Promise<Pixels> =>
  sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
    .timeout({ seconds: MAX_SECONDS })
    .autoOrient()
    .resize({ width: FULL_PIXELS, height: FULL_PIXELS, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })

/** Encodes the pixels alone, so no metadata of the camera is copied. WebP keeps transparency. */
const copyOf = async ({ data, info }: Pixels, side: number, webp: WebpOptions): Promise<ImageCopy> => {
  const { width, height, channels } = info
  const copy = await sharp(data, { raw: { width, height, channels } })
    .timeout({ seconds: MAX_SECONDS })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp(webp)
    .toBuffer({ resolveWithObject: true })
  return { bytes: copy.data, mime: 'image/webp', width: copy.info.width, height: copy.info.height }
}

/** By its header alone, which takes no memory: whoever sends too much does not wait in the queue. */
const refuseUnlessReadable = async (bytes: Uint8Array, maxPixels: number, field: string): Promise<void> => {
  const format = formatOf(bytes)
  if (!format) throw new Error('neither JPEG, PNG, WebP nor GIF')
  const { format: decoder, width, height, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (decoder !== format) throw new Error(`it looks like ${format} and reads as ${decoder}`)
  if (width * height > maxPixels || pages > MAX_FRAMES)
    throw new Problem('imagePixels', { fields: { [field]: 'form.imagePixels' } })
}

/** Recognises the format by content alone and encodes the image anew, without location and camera data (behaviour 19). */
export const readImage = async (
  bytes: Uint8Array,
  { from = 'member', field = 'file' }: ImageOptions = {},
): Promise<ReadImage> => {
  if (bytes.length > IMAGE_MAX_BYTES) throw new Problem('fileSize', { fields: { [field]: 'form.fileSize' } })
  const { maxPixels, limiter } = senders[from]
  try {
    await refuseUnlessReadable(bytes, maxPixels, field)
    return await limiter.run(async () => {
      const pixels = await pixelsOf(bytes, maxPixels)
      return {
        // A higher effort saves 3 % of the size and takes twice as long.
        full: await copyOf(pixels, FULL_PIXELS, { quality: 82, effort: 2 }),
        thumb: await copyOf(pixels, THUMB_PIXELS, { quality: 75 }),
      }
    })
  } catch (cause) {
    if (cause instanceof Problem) throw cause
    throw new Problem('notAnImage', { fields: { [field]: 'form.image' }, cause })
  }
}
