/** The file of a draft, beside what was typed: a phone that opens its camera often forgets the page behind it. */
const address = (name: string) => `draft.${name}.file`

type Kept = { name: string; type: string; base64: string }

export const readDraftFile = (name: string): File | null => {
  try {
    const kept = JSON.parse(sessionStorage.getItem(address(name)) ?? 'null') as Kept | null
    if (!kept) return null
    const bytes = Uint8Array.from(atob(kept.base64), (letter) => letter.charCodeAt(0))
    return new File([bytes], kept.name, { type: kept.type })
  } catch {
    return null
  }
}

/** The file that each draft is to have by now: reading takes a moment, in which it may be replaced or sent. */
const wanted = new Map<string, File>()

/** A browser without room for it keeps it only as long as the form is open. */
export const keepDraftFile = async (name: string, file: File): Promise<void> => {
  dropDraftFile(name)
  wanted.set(name, file)
  try {
    const base64 = await base64Of(file)
    if (wanted.get(name) !== file) return
    sessionStorage.setItem(address(name), JSON.stringify({ name: file.name, type: file.type, base64 } satisfies Kept))
  } catch {}
}

export const dropDraftFile = (name: string): void => {
  wanted.delete(name)
  sessionStorage.removeItem(address(name))
}

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^.*?,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
