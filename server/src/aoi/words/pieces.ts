import { TRIGRAM } from '../search.ts'
import { EDGE } from './vocabulary.ts'

/** Joins texts on their way from the database; in a text it is a gap. */
export const BETWEEN_TEXTS = '\x1f'
const GAP = new RegExp(`[ \n${BETWEEN_TEXTS}]+`)

/** Words are what stands between spaces and line ends, with all signs. */
export const wordsOf = (text: string): string[] => text.split(GAP).filter(Boolean)

/**
 * What the words of a text have if it has the sought one, each in a word of its own: one piece anywhere in it; several
 * so that the first ends a word and the last begins one. None where only gaps are sought.
 */
export const piecesOf = (sought: string): string[] => {
  const parts = sought.toLowerCase().split(GAP)
  const last = parts.length - 1
  const isShort = [...sought].length < TRIGRAM
  return parts.flatMap((part, index) => {
    const before = index > 0 || isShort ? EDGE : ''
    return part === '' ? [] : [before + part + (index < last ? EDGE : '')]
  })
}
