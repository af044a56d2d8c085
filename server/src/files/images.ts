import sharp from 'sharp'
import { IMAGE_MAX_BYTES, Problem } from '#contract'

export type ImageCopy = { bytes: Buffer; mime: string; width: number; height: number }
export type ReadImage = { full: ImageCopy; thumb: ImageCopy }

const accepted = new Set(['jpeg', 'png', 'webp', 'gif'])
const FULL_PIXELS = 2560
const THUMB_PIXELS = 256
/** A small file can unpack to gigabytes; a phone's camera makes at most about 200 megapixels. */
const MAX_PIXELS = 210_000_000

const copyOf = async (bytes: Uint8Array, side: number): Promise<ImageCopy> => {
  const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .timeout({ seconds: 20 })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    // WebP keeps transparency and is small; without `keep…` nothing of the camera's or the place's data goes along.
    .webp({ quality: side > THUMB_PIXELS ? 82 : 75 })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, mime: 'image/webp', width: info.width, height: info.height }
}

/** Recognised by its content alone, and made anew: location and camera data are gone (behaviour 19). */
export const readImage = async (bytes: Uint8Array, field = 'file'): Promise<ReadImage> => {
  if (bytes.length > IMAGE_MAX_BYTES) throw new Problem('fileSize', { fields: { [field]: 'form.fileSize' } })
  try {
    const { format } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata()
    if (!accepted.has(format ?? '')) throw new Error(`a ${format} is no accepted image`)
    return { full: await copyOf(bytes, FULL_PIXELS), thumb: await copyOf(bytes, THUMB_PIXELS) }
  } catch (cause) {
    throw new Problem('notAnImage', { fields: { [field]: 'form.image' }, cause })
  }
}
