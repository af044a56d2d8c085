import { TRIGRAM } from '../search.ts'
import { EDGE } from './vocabulary.ts'

/** Joins texts on their way from the database. A text that has it itself has the other one instead. */
export const BETWEEN_TEXTS = '\x1f'
export const INSTEAD = '\x1e'
/** Of more words the first ones are sought: each takes a look at the whole vocabulary. */
const MOST_PIECES = 6

/** Words are what stands between spaces and line ends, with all signs. */
export const wordsOf = (text: string): string[] => text.replaceAll('\n', ' ').split(' ').filter(Boolean)

/**
 * What the words of a text have if it has the sought one, each in a word of its own: one piece anywhere in it; several
 * so that the first ends a word and the last begins one. None where words cannot tell.
 */
export const piecesOf = (sought: string): string[] => {
  if (sought.includes(BETWEEN_TEXTS) || sought.includes(INSTEAD)) return []
  const words = wordsOf(sought.toLowerCase())
  const last = words.length - 1
  const isShort = [...sought].length < TRIGRAM
  return words.slice(0, MOST_PIECES).map((word, at) => (at > 0 || isShort ? EDGE : '') + word + (at < last ? EDGE : ''))
}
