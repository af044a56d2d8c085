import type { FieldProblem } from '#contract'
import { imageProblem } from './image-rule.ts'
import { shrinkImage } from './shrink-image.ts'

type FitImage = { file: File; problem?: undefined } | { file?: undefined; problem: FieldProblem }

/** Makes a chosen file fit for sending, without the camera's data; otherwise says what is wrong with it. */
export const fitImage = async (chosen: File): Promise<FitImage> => {
  // A file may be gone or in an unreachable cloud.
  const file = await shrinkImage(chosen).catch(() => undefined)
  const problem = imageProblem(file)
  return file && !problem ? { file } : { problem: problem ?? 'form.image' }
}
