import { IMAGE_MAX_BYTES } from '#contract'

/** Tried in turn until the file fits: longest side in pixels, JPEG quality. */
const attempts = [
  [2560, 0.85],
  [2048, 0.8],
  [1600, 0.75],
  [1280, 0.7],
] as const

/** Markers of camera metadata in JPEG, WebP and PNG, including the position. */
const metadataMarks = /Exif\0\0|EXIF|eXIf|http:\/\/ns\.adobe\.com\/xap/

/**
 * Makes a photo small enough for the server, and takes the camera's data out of it, so that a position never leaves the
 * device. GIFs, which may move, and files that the browser cannot read are returned unchanged if they have no such data;
 * a GIF with data becomes a still picture. Undefined if the data cannot be taken out.
 */
export const shrinkImage = async (file: File): Promise<File | undefined> => {
  const isLarge = file.size > IMAGE_MAX_BYTES
  const isTraced = await hasMetadata(file)
  if (!isTraced && (!isLarge || file.type === 'image/gif')) return file
  const picture = await readPicture(file)
  if (!picture) return isTraced ? undefined : file
  try {
    // A PNG keeps its transparency, unless it would be too large.
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

/** Rotated as its metadata says. */
const readPicture = async (file: File): Promise<ImageBitmap | undefined> => {
  try {
    return await createImageBitmap(file)
  } catch {
    return undefined
  }
}

/** JPEG with a quality, PNG without one. */
const encode = (picture: ImageBitmap, side: number, quality?: number): Promise<Blob | null> => {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, quality ? 'image/jpeg' : 'image/png', quality))
}
