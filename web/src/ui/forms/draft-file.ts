/** The file of a draft is stored too: a phone that opens its camera often discards the page. */
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

/** Latest file of each draft, because it may change while being read. */
const latest = new Map<string, File>()

/** If the browser has no room, the file lasts only while the form is open. */
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
