/** Session storage key of a draft: unsaved input that survives closing a panel and reloading the page. */
const address = (name: string) => `draft.${name}`

export const readDraft = <T extends object>(name: string): Partial<T> => {
  try {
    return JSON.parse(sessionStorage.getItem(address(name)) ?? '{}') as Partial<T>
  } catch {
    return {}
  }
}

/** Without storage, the draft lasts only as long as its form is open. */
export const keepDraft = (name: string, values: object): void => {
  try {
    sessionStorage.setItem(address(name), JSON.stringify(values))
  } catch {}
}

export const dropDraft = (name: string): void => {
  try {
    sessionStorage.removeItem(address(name))
  } catch {}
}
