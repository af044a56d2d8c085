/** Letters that Unicode does not decompose into letter and accent. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ə: 'e',
}

/** Normalises spellings for comparison: no case, accents, vowel points or apostrophes, single spaces. */
export const fold = (text: string): string => (/^[A-Za-z]+$/.test(text) ? text.toLowerCase() : foldFully(text))

const foldFully = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Lm}'’‘"”“`´׳״]/gu, '')
    .replace(/[ßæœøđðþħıłə]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
