const SCHEME = 'data-mantine-color-scheme'

export const printInLight = (): (() => void) => {
  const root = document.documentElement
  let before: string | null = null
  const begin = () => {
    before = root.getAttribute(SCHEME)
    root.setAttribute(SCHEME, 'light')
  }
  const end = () => {
    if (before) root.setAttribute(SCHEME, before)
  }
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  return () => {
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
  }
}
