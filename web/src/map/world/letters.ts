import type { MapLanguage } from '../palette.ts'

/** Protocol by which the worker requests glyphs from the page, because only pages can load fonts. */
export const lettersProtocol = 'letters'

export const lettersAddress = (letters: string) => `${lettersProtocol}://${encodeURIComponent(letters)}`
export const lettersIn = (address: string) => decodeURIComponent(address.slice(`${lettersProtocol}://`.length))

/** Letters that `firstLetters` loads. */
const loadedFirst: Record<MapLanguage, RegExp> = { en: /[ -\u00ff]/, he: /[ -\u00ff\u0590-\u05ff]/ }

export const rareLetters = (names: readonly string[], language: MapLanguage): string =>
  [...new Set(names.join(''))].filter((letter) => !loadedFirst[language].test(letter)).join('')
