let unseen = 0
let plain = ''

const isUnseen = () => document.hidden || !document.hasFocus()

const show = () => {
  document.title = unseen > 0 ? `(${unseen}) ${plain}` : plain
}

const clearCount = () => {
  if (unseen === 0 || isUnseen()) return
  unseen = 0
  show()
}

/** Counts in the tab's title what came while nobody looked. */
export const countInTitle = (count: number): void => {
  if (!isUnseen()) return
  if (unseen === 0) plain = document.title
  unseen += count
  show()
}

export const watchTitle = (): (() => void) => {
  window.addEventListener('focus', clearCount)
  document.addEventListener('visibilitychange', clearCount)
  return () => {
    window.removeEventListener('focus', clearCount)
    document.removeEventListener('visibilitychange', clearCount)
  }
}
