import { type FieldProblem, IMAGE_MAX_BYTES } from '#contract'

/** The types offered in the file dialog; the server accepts the same. */
export const IMAGE_TYPES = 'image/jpeg,image/png,image/webp,image/gif'

/** What is wrong with an image, checked before upload; undefined instead of a file is one that could not be read. */
export const imageProblem = (file: Pick<File, 'size' | 'type'> | undefined): FieldProblem | undefined => {
  if (!file?.type.startsWith('image/')) return 'form.image'
  if (file.size > IMAGE_MAX_BYTES) return 'form.fileSize'
  return undefined
}
