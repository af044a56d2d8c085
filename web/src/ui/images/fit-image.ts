import type { FieldProblem } from '#contract'
import { imageProblem } from './image-rule.ts'
import { shrinkImage } from './shrink-image.ts'

type FitImage = { file: File; problem?: undefined } | { file?: undefined; problem: FieldProblem }

/** Shrinks a chosen image and removes the camera's metadata, or returns the problem of the file. */
export const fitImage = async (chosen: File): Promise<FitImage> => {
  // Reading fails if the file was deleted or is in an unreachable cloud.
  const file = await shrinkImage(chosen).catch(() => undefined)
  const problem = imageProblem(file)
  return file && !problem ? { file } : { problem: problem ?? 'form.image' }
}
