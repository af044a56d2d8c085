import { IMAGE_MAX_BYTES } from '#contract'

/** Tried in turn until the file fits: longest side in pixels, JPEG quality. */
const attempts = [
  [2560, 0.85],
  [2048, 0.8],
  [1600, 0.75],
  [1280, 0.7],
] as const

/** Shrinks a photo that is too large for the server. An unreadable file is returned unchanged. */
export const shrinkImage = async (file: File): Promise<File> => {
  if (file.size <= IMAGE_MAX_BYTES) return file
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) return file
  try {
    for (const [side, quality] of attempts) {
      const blob = await encode(picture, side, quality)
      if (blob && blob.size <= IMAGE_MAX_BYTES)
        return new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' })
    }
    return file
  } finally {
    picture.close()
  }
}

const encode = (picture: ImageBitmap, side: number, quality: number): Promise<Blob | null> => {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}
