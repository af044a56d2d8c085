import { use, useRef, useState } from 'react'
import type { FieldProblem } from '#contract'
import { fitImage } from './fit-image.ts'
import { PictureWorkContext } from './picture-work.ts'

type Options = {
  onChoose: (file: File) => void
  onProblem: (problem: FieldProblem) => void
}

/** Prepares a chosen picture while the form waits. Ignores results of all but the last choice. */
export const usePictureChoice = ({ onChoose, onProblem }: Options) => {
  const work = use(PictureWorkContext)
  const latest = useRef<File>(null)
  const [isPreparing, setIsPreparing] = useState(false)
  const choose = async (picked: File) => {
    latest.current = picked
    setIsPreparing(true)
    work.begin()
    const { file, problem } = await fitImage(picked)
    const isLatest = latest.current === picked
    if (isLatest) setIsPreparing(false)
    if (isLatest && file) onChoose(file)
    if (isLatest && problem) onProblem(problem)
    work.end(isLatest && problem !== undefined)
  }
  return { isPreparing, choose }
}
