import sharp, { type OutputInfo, type WebpOptions } from 'sharp'
import type { CoverStroke } from '#contract'
import { strokePath } from '#contract/public/cover/rules.ts'

/** Runs in the image process only (image-process.ts): the server never decodes a picture. */

type ImageCopy = { bytes: Buffer; mime: string; width: number; height: number }
export type ReadImage = { full: ImageCopy; thumb: ImageCopy }
export type ImageHeader = { format: string; width: number; height: number; pages: number }

const FULL_PIXELS = 2560
const THUMB_PIXELS = 256
const MAX_SECONDS = 20

// Each picture is read once, so libvips' cache would only use memory.
sharp.cache(false)
sharp.concurrency(1)

type Pixels = { data: Buffer; info: OutputInfo }

/** Reads only the header, which allocates no pixels, whatever size it claims. */
export const readHeader = async (bytes: Uint8Array): Promise<ImageHeader> => {
  const { format, width, height, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata()
  return { format, width, height, pages }
}

/** Decodes the picture upright and no larger than the largest copy. Of an animation, decodes only the first frame. */
const pixelsOf = (bytes: Uint8Array, maxPixels: number): Promise<Pixels> =>
  sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
    .timeout({ seconds: MAX_SECONDS })
    .autoOrient()
    .resize({ width: FULL_PIXELS, height: FULL_PIXELS, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })

/** Encodes the pixels only, so that no camera metadata is copied. WebP keeps transparency. */
const copyOf = async ({ data, info }: Pixels, side: number, webp: WebpOptions): Promise<ImageCopy> => {
  const { width, height, channels } = info
  const copy = await sharp(data, { raw: { width, height, channels } })
    .timeout({ seconds: MAX_SECONDS })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp(webp)
    .toBuffer({ resolveWithObject: true })
  return { bytes: copy.data, mime: 'image/webp', width: copy.info.width, height: copy.info.height }
}

/** Black strokes with hard edges, because the picture would show through soft ones. The SVG contains numbers only. */
const overlayOf = (strokes: readonly CoverStroke[], { width, height }: OutputInfo): Buffer => {
  const paths = strokes.map(
    (stroke) => `<path d="${strokePath(stroke, width, height)}" stroke-width="${stroke.radius * 2 * width}"/>`,
  )
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none" stroke="#000"
      stroke-linecap="round" stroke-linejoin="round" shape-rendering="crispEdges">${paths.join('')}</svg>`,
  )
}

const cover = ({ data, info }: Pixels, strokes: readonly CoverStroke[]): Promise<Pixels> =>
  sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    .timeout({ seconds: MAX_SECONDS })
    .composite([{ input: overlayOf(strokes, info) }])
    .raw()
    .toBuffer({ resolveWithObject: true })

export const drawSvg = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).png().toBuffer()

/** All stored copies of a picture, made from the same pixels, painted over if there are strokes. */
export const encodeCopies = async (
  bytes: Uint8Array,
  maxPixels: number,
  strokes: readonly CoverStroke[] = [],
): Promise<ReadImage> => {
  const decoded = await pixelsOf(bytes, maxPixels)
  const pixels = strokes.length > 0 ? await cover(decoded, strokes) : decoded
  return {
    // A higher effort saves 3 % of the size and takes twice as long.
    full: await copyOf(pixels, FULL_PIXELS, { quality: 82, effort: 2 }),
    thumb: await copyOf(pixels, THUMB_PIXELS, { quality: 75 }),
  }
}
