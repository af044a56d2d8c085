import sharp, { type OutputInfo, type WebpOptions } from 'sharp'
import { IMAGE_MAX_BYTES, Problem } from '#contract'
import { formatOf } from './format.ts'
import { inTurn } from './turn.ts'

export type ImageCopy = { bytes: Buffer; mime: string; width: number; height: number }
export type ReadImage = { full: ImageCopy; thumb: ImageCopy }

const FULL_PIXELS = 2560
const THUMB_PIXELS = 256
/**
 * A small file can unpack to gigabytes. At 2 MB a photograph of the largest phone cameras (50 megapixels) still passes;
 * unpacked, this many take 256 MB.
 */
const MAX_PIXELS = 64_000_000
const MAX_SECONDS = 20

type Pixels = { data: Buffer; info: OutputInfo }

/** Upright and no larger than it is ever shown. Of an animation the first picture. */
const pixelsOf = (bytes: Uint8Array): Promise<Pixels> =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .timeout({ seconds: MAX_SECONDS })
    .autoOrient()
    .resize({ width: FULL_PIXELS, height: FULL_PIXELS, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })

/** Made from the pixels alone, so nothing of what the camera wrote beside them goes along. WebP keeps transparency. */
const copyOf = async ({ data, info }: Pixels, side: number, webp: WebpOptions): Promise<ImageCopy> => {
  const { width, height, channels } = info
  const copy = await sharp(data, { raw: { width, height, channels } })
    .timeout({ seconds: MAX_SECONDS })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp(webp)
    .toBuffer({ resolveWithObject: true })
  return { bytes: copy.data, mime: 'image/webp', width: copy.info.width, height: copy.info.height }
}

/** Recognised by its content alone, and made anew: location and camera data are gone (behaviour 19). */
export const readImage = async (bytes: Uint8Array, field = 'file'): Promise<ReadImage> => {
  if (bytes.length > IMAGE_MAX_BYTES) throw new Problem('fileSize', { fields: { [field]: 'form.fileSize' } })
  try {
    const format = formatOf(bytes)
    if (!format) throw new Error('neither JPEG, PNG, WebP nor GIF')
    return await inTurn(async () => {
      const { format: decoder } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata()
      if (decoder !== format) throw new Error(`it looks like ${format} and reads as ${decoder}`)
      const pixels = await pixelsOf(bytes)
      return {
        // More effort makes it 3 % smaller and takes twice as long.
        full: await copyOf(pixels, FULL_PIXELS, { quality: 82, effort: 2 }),
        thumb: await copyOf(pixels, THUMB_PIXELS, { quality: 75 }),
      }
    })
  } catch (cause) {
    throw new Problem('notAnImage', { fields: { [field]: 'form.image' }, cause })
  }
}
