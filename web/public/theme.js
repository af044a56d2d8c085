// Runs before the first paint, so that a dark page never flashes white. The app's scripts load later.
;(() => {
  let chosen
  try {
    chosen = localStorage.getItem('theme')
  } catch {
    // Browsers bar the storage of a page in a frame of another website.
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
})()
