import { useState } from 'react'
import { dropDraftFile, keepDraftFile, readDraftFile } from './draft-file.ts'

export const useDraftFile = (draft: string): [File | null, (file: File | null) => void] => {
  const [file, setFile] = useState(() => readDraftFile(draft))
  const choose = (next: File | null) => {
    setFile(next)
    if (next) void keepDraftFile(draft, next)
    else dropDraftFile(draft)
  }
  return [file, choose]
}
