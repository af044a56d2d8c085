import { useState } from 'react'
import { dropDraftFile, keepDraftFile, readDraftFile } from './draft-file.ts'

/** The picture of a form: kept like what was typed beside it, until it is sent or thrown away. */
export const useDraftFile = (draft: string): [File | null, (file: File | null) => void] => {
  const [file, setFile] = useState(() => readDraftFile(draft))
  const choose = (next: File | null) => {
    setFile(next)
    if (next) void keepDraftFile(draft, next)
    else dropDraftFile(draft)
  }
  return [file, choose]
}
