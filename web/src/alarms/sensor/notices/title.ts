let unseen = 0
let titleWithoutCount = ''

const isUnseen = () => document.hidden || !document.hasFocus()

const updateTitle = () => {
  document.title = unseen > 0 ? `(${unseen}) ${titleWithoutCount}` : titleWithoutCount
}

const clearCount = () => {
  if (unseen === 0 || isUnseen()) return
  unseen = 0
  updateTitle()
}

/** Adds to the count in the tab's title while the page is not visible or focused. */
export const countInTitle = (count: number): void => {
  if (!isUnseen()) return
  if (unseen === 0) titleWithoutCount = document.title
  unseen += count
  updateTitle()
}

export const watchTitle = (): (() => void) => {
  window.addEventListener('focus', clearCount)
  document.addEventListener('visibilitychange', clearCount)
  return () => {
    window.removeEventListener('focus', clearCount)
    document.removeEventListener('visibilitychange', clearCount)
  }
}
