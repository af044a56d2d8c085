import type { FieldProblem } from '#contract'
import { imageProblem } from './image-rule.ts'
import { shrinkImage } from './shrink-image.ts'

/** Makes a chosen file fit for sending, without the camera's data; reports what is wrong with it otherwise. */
export const fitImage = async (
  file: File,
  { onFit, onProblem }: { onFit: (file: File) => void; onProblem: (problem: FieldProblem) => void },
): Promise<void> => {
  const fitting = await shrinkImage(file)
  const problem = imageProblem(fitting)
  if (problem) onProblem(problem)
  else if (fitting) onFit(fitting)
}
