import { type FieldProblem, IMAGE_MAX_BYTES } from '#contract'
import { shrinkImage } from './shrink-image.ts'

type FitImage = { file: File; problem?: undefined } | { file?: undefined; problem: FieldProblem }

/** Shrinks a chosen image and removes the camera's metadata, or returns the problem of the file. */
export const fitImage = async (chosen: File): Promise<FitImage> => {
  // Reading fails if the file was deleted or is in an unreachable cloud.
  const file = await shrinkImage(chosen).catch(() => undefined)
  const problem = imageProblem(file)
  return file && !problem ? { file } : { problem: problem ?? 'form.image' }
}

export const IMAGE_TYPES = 'image/jpeg,image/png,image/webp,image/gif'

/** Problem of an image before upload. `file` is undefined if it could not be read. */
export const imageProblem = (file: Pick<File, 'size' | 'type'> | undefined): FieldProblem | undefined => {
  if (!file?.type.startsWith('image/')) return 'form.image'
  if (file.size > IMAGE_MAX_BYTES) return 'form.fileSize'
  return undefined
}
