import { IMAGE_MAX_BYTES } from '#contract'

/** Longest side in pixels and JPEG quality, tried in turn until the file is small enough. */
const attempts = [
  [2560, 0.85],
  [2048, 0.8],
  [1600, 0.75],
  [1280, 0.7],
] as const

/** Markers of metadata in JPEG, WebP and PNG files, which may include the position. */
const metadataMarks = /Exif\0\0|EXIF|eXIf|http:\/\/ns\.adobe\.com\/xap/

/**
 * Shrinks a photo to the server's limit and removes its metadata, so that its position never leaves the device. Without
 * metadata, GIFs (which may be animated) and files that the browser cannot decode are returned unchanged. A GIF with
 * metadata becomes a still picture. Undefined if the metadata cannot be removed.
 */
export const shrinkImage = async (file: File): Promise<File | undefined> => {
  const isLarge = file.size > IMAGE_MAX_BYTES
  const isTraced = await hasMetadata(file)
  if (!isTraced && (!isLarge || file.type === 'image/gif')) return file
  const picture = await readPicture(file)
  if (!picture) return isTraced ? undefined : file
  try {
    // Encodes a PNG as PNG to keep its transparency, unless it would be too large.
    const lossless = file.type === 'image/png' && !isLarge ? await encode(picture, Number.MAX_SAFE_INTEGER) : null
    if (lossless && lossless.size <= IMAGE_MAX_BYTES) return new File([lossless], file.name, { type: 'image/png' })
    for (const [side, quality] of attempts) {
      const blob = await encode(picture, side, quality)
      if (blob && blob.size <= IMAGE_MAX_BYTES)
        return new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' })
    }
    return isTraced ? undefined : file
  } finally {
    picture.close()
  }
}

export const hasMetadata = async (file: Blob): Promise<boolean> =>
  metadataMarks.test(new TextDecoder('latin1').decode(await file.arrayBuffer()))

/** The browser applies the rotation in the metadata. Undefined if it cannot decode the file. */
const readPicture = async (file: File): Promise<ImageBitmap | undefined> => {
  try {
    return await createImageBitmap(file)
  } catch {
    return undefined
  }
}

/** Encodes a JPEG if `quality` is given, else a PNG. */
const encode = (picture: ImageBitmap, side: number, quality?: number): Promise<Blob | null> => {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, quality ? 'image/jpeg' : 'image/png', quality))
}
