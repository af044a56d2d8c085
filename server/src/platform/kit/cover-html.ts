import { coverWords, wordKey, wordsIn } from '#contract'
import { paragraphs, plainText } from './rich-text.ts'

const decoded = (text: string) =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
const encoded = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/**
 * Redacts words in sanitised rich text. If formatting divides a word or a link address contains it, the formatting is
 * removed as well.
 */
export const coverHtml = (html: string, words: readonly string[]): string => {
  const pieces = html.split(/(<[^>]*>)/)
  const covered = pieces.map((piece) => (piece.startsWith('<') ? piece : encoded(coverWords(decoded(piece), words))))
  const keys = words.map(wordKey)
  const tags = pieces.filter((piece) => piece.startsWith('<')).map((tag) => wordKey(tag))
  const isInLink = tags.some((tag) => keys.some((key) => tag.includes(key) || tag.includes(encodeURIComponent(key))))
  const isDivided = wordsIn(plainText(covered.join(''))).some((word) => keys.includes(wordKey(word)))
  const isLink = tags.some((tag) => tag.startsWith('<a'))
  return isDivided || (isLink && isInLink) ? paragraphs(coverWords(plainText(html), words)) : covered.join('')
}
