const browsers: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/CriOS\/|Chrome\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
]

const firstOf = (list: [RegExp, string][], text: string) => list.find(([sign]) => sign.test(text))?.[1]

/** Names of browser and system by which people recognise their devices; undefined if one is unknown. */
export const deviceOf = (userAgent: string): { browser: string; system: string } | undefined => {
  const browser = firstOf(browsers, userAgent)
  const system = firstOf(systems, userAgent)
  return browser && system ? { browser, system } : undefined
}
