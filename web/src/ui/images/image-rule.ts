import { type FieldProblem, IMAGE_MAX_BYTES } from '#contract'

export const IMAGE_TYPES = 'image/jpeg,image/png,image/webp,image/gif'

/** Problem of an image before upload. `file` is undefined if it could not be read. */
export const imageProblem = (file: Pick<File, 'size' | 'type'> | undefined): FieldProblem | undefined => {
  if (!file?.type.startsWith('image/')) return 'form.image'
  if (file.size > IMAGE_MAX_BYTES) return 'form.fileSize'
  return undefined
}
