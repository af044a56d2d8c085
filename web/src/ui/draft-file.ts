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

/** A browser without room for it keeps it only as long as the form is open. */
export const keepDraftFile = async (name: string, file: File | null): Promise<void> => {
  sessionStorage.removeItem(address(name))
  if (!file) return
  try {
    const base64 = await base64Of(file)
    sessionStorage.setItem(address(name), JSON.stringify({ name: file.name, type: file.type, base64 } satisfies Kept))
  } catch {}
}

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^.*?,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
