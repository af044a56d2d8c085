import { type FieldProblem, IMAGE_MAX_BYTES } from '#contract'

/** What is wrong with a photo before it is sent: then nothing is sent. */
export const photoProblem = (file: Pick<File, 'size' | 'type'>): FieldProblem | undefined => {
  if (!file.type.startsWith('image/')) return 'form.image'
  if (file.size > IMAGE_MAX_BYTES) return 'form.fileSize'
  return undefined
}
