import { useState } from 'react'

/**
 * Session storage key of a draft's file. Files are stored because phones often discard the page while the camera is
 * open.
 */
const address = (name: string) => `draft.${name}.file`

type StoredFile = { name: string; type: string; base64: string }

export const readDraftFile = (name: string): File | null => {
  try {
    const stored = JSON.parse(sessionStorage.getItem(address(name)) ?? 'null') as StoredFile | null
    if (!stored) return null
    const bytes = Uint8Array.from(atob(stored.base64), (letter) => letter.charCodeAt(0))
    return new File([bytes], stored.name, { type: stored.type })
  } catch {
    return null
  }
}

/** Latest file of each draft: another file may be chosen while one is being read. */
const latest = new Map<string, File>()

/** Stores the file. If storage is full, the file lasts only as long as the form is open. */
export const keepDraftFile = async (name: string, file: File): Promise<void> => {
  dropDraftFile(name)
  latest.set(name, file)
  try {
    const base64 = await base64Of(file)
    if (latest.get(name) !== file) return
    sessionStorage.setItem(
      address(name),
      JSON.stringify({ name: file.name, type: file.type, base64 } satisfies StoredFile),
    )
  } catch {}
}

export const dropDraftFile = (name: string): void => {
  latest.delete(name)
  try {
    sessionStorage.removeItem(address(name))
  } catch {}
}

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^.*?,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

export const useDraftFile = (draft: string): [File | null, (file: File | null) => void] => {
  const [file, setFile] = useState(() => readDraftFile(draft))
  const choose = (next: File | null) => {
    setFile(next)
    if (next) void keepDraftFile(draft, next)
    else dropDraftFile(draft)
  }
  return [file, choose]
}
