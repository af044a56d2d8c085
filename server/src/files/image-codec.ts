import sharp, { type OutputInfo, type WebpOptions } from 'sharp'

/** Runs in the image process only (see image-process.ts): the server itself never decodes a picture. */

type ImageCopy = { bytes: Buffer; mime: string; width: number; height: number }
export type ReadImage = { full: ImageCopy; thumb: ImageCopy }
export type ImageHeader = { format: string; width: number; height: number; pages: number }

const FULL_PIXELS = 2560
const THUMB_PIXELS = 256
const MAX_SECONDS = 20

// No picture is read twice: a cache of libvips would only occupy memory.
sharp.cache(false)
sharp.concurrency(1)

type Pixels = { data: Buffer; info: OutputInfo }

/** Reads the header alone, which takes no memory, whatever size it claims. */
export const readHeader = async (bytes: Uint8Array): Promise<ImageHeader> => {
  const { format, width, height, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata()
  return { format, width, height, pages }
}

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

export const encodeCopies = async (bytes: Uint8Array, maxPixels: number): Promise<ReadImage> => {
  const pixels = await pixelsOf(bytes, maxPixels)
  return {
    // A higher effort saves 3 % of the size and takes twice as long.
    full: await copyOf(pixels, FULL_PIXELS, { quality: 82, effort: 2 }),
    thumb: await copyOf(pixels, THUMB_PIXELS, { quality: 75 }),
  }
}
