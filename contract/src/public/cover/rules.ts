import type { CoverStroke } from './schema.ts'

/** Replaces a redacted word. Fixed length, so that it does not reveal the word's length. */
export const COVER = '███'

/**
 * Letters and digits with the characters that join them: a number plate or an e-mail address is one word, without a
 * full stop after it.
 */
const word = /[\p{L}\p{M}\p{N}](?:\S*[\p{L}\p{M}\p{N}])?/gu

export const wordsIn = (text: string): string[] => text.match(word) ?? []

export const splitWords = (text: string): { text: string; isWord: boolean }[] => {
  const pieces: { text: string; isWord: boolean }[] = []
  let end = 0
  for (const match of text.matchAll(word)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), isWord: false })
    pieces.push({ text: match[0], isWord: true })
    end = match.index + match[0].length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isWord: false })
  return pieces
}

/** Ignores case, so that a name is covered in capitals too. */
export const wordKey = (text: string): string => text.toLowerCase()

/**
 * Redacts words in a text. The last word of a truncated text may be the start of a redacted word and is then covered
 * too.
 */
export const coverWords = (text: string, words: readonly string[]): string => {
  const keys = new Set(words.map(wordKey))
  const isCut = text.endsWith('…')
  const pieces = splitWords(text)
  const last = pieces.findLastIndex(({ isWord }) => isWord)
  return pieces
    .map((piece, at) => {
      if (!piece.isWord) return piece.text
      const key = wordKey(piece.text)
      const isCovered = keys.has(key) || (isCut && at === last && [...keys].some((one) => one.startsWith(key)))
      return isCovered ? COVER : piece.text
    })
    .join('')
}

export const strokePath = ({ points }: CoverStroke, width: number, height: number): string => {
  const [first = [0, 0], ...rest] = points.map(([x, y]) => [x * width, y * height])
  // A single point gets a tiny line, because some renderers skip lines without length.
  return `M${first.join(' ')}${rest.length > 0 ? rest.map((point) => `L${point.join(' ')}`).join('') : 'l.01 0'}`
}
