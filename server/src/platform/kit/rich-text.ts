import sanitizeHtml from 'sanitize-html'
import { Problem } from '#contract'

/** Parsing time grows with the square of the depth: 100 kB of unclosed tags would block the server for a second. */
const MAX_DEPTH = 100

/** Whether more than MAX_DEPTH elements are open at once. An unclosed `p` or `li` ends at the next one. */
const isTooDeep = (html: string): boolean => {
  const open = new Map<string, number>()
  let depth = 0
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)(?!(?:br|hr|img|p|li)\b)([a-z][^\s/>]*)/gi)) {
    const count = open.get(name.toLowerCase()) ?? 0
    if (slash && count === 0) continue
    open.set(name.toLowerCase(), count + (slash ? -1 : 1))
    depth += slash ? -1 : 1
    if (depth > MAX_DEPTH) return true
  }
  return false
}

/** Sanitises HTML. A text with elements that are nested too deep keeps its words and loses all markup. */
export const cleanRichText = (html: string): string =>
  sanitizeHtml(isTooDeep(html) ? paragraphs(html.replace(/<[^<>]*>/g, ' ')) : html, {
    allowedTags: ['h1', 'h2', 'h3', 'p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'a'],
    allowedAttributes: { a: ['href', 'rel', 'target'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow', target: '_blank' }) },
  })

export const storedRichText = (html: string, field: string, max: number): string => {
  const clean = cleanRichText(html)
  if (clean.length > max) throw new Problem('invalid', { fields: { [field]: 'form.invalid' } })
  return clean
}

/** The text without markup, one line per block: for search, exports and notifications. */
export const plainText = (html: string): string =>
  sanitizeHtml(html.replace(/<\/(p|h[1-3]|li|blockquote)>|<br\s*\/?>/g, ' \n'), {
    allowedTags: [],
    allowedAttributes: {},
  })
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** Turns plain text into paragraphs; markup in it is escaped. */
export const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${escaped(part.trim()).replace(/\n/g, '<br />')}</p>`)
    .join('')

type Texts = Record<string, Record<string, string>>

/** Sanitises HTML in texts by language and name, `{ he: { guide: '<p>…' } }`, and drops empty texts. */
export const cleanTranslations = (translations: Texts, htmlNames: readonly string[]): Texts =>
  Object.fromEntries(
    Object.entries(translations).map(([language, texts]) => [
      language,
      Object.fromEntries(
        Object.entries(texts ?? {})
          .map(([name, text]) => [name, htmlNames.includes(name) ? cleanRichText(String(text)) : String(text).trim()])
          .filter(([, text]) => text !== ''),
      ),
    ]),
  )
