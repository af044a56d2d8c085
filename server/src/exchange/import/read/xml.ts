import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { ReadError } from './format.ts'

export type Xml = { [name: string]: unknown }

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes XML's own entities and numeric references. Other entities need a document type, which `parseXml` refuses. */
const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, name) => {
    if (name) return named[name.toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#',
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  removeNSPrefix: true,
  trimValues: true,
})

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length

/** Parses XML without entities, external references and document types. */
export const parseXml = (text: string): Xml => {
  // CDATA is not searched, because a description may contain an HTML page with its document type.
  const outside = text.replace(/<!\[CDATA\[[\s\S]*?(?:]]>|$)/g, (data) => data.replace(/[^\n]+/g, ''))
  const type = outside.search(/<!(DOCTYPE|ENTITY)/i)
  if (type >= 0) throw new ReadError('entities', { line: lineAt(outside, type) })
  const result = XMLValidator.validate(text)
  if (result !== true) throw new ReadError('xml', { line: result.err.line })
  try {
    return parser.parse(text) as Xml
  } catch (error) {
    throw new ReadError('xml', {}, error)
  }
}

export const isXml = (value: unknown): value is Xml =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** All child elements with this name. */
export const all = (parent: unknown, name: string): unknown[] => {
  const found = isXml(parent) ? parent[name] : undefined
  return found === undefined ? [] : Array.isArray(found) ? found : [found]
}

/** The text of an element, or of its first child with this name. */
export const textOf = (value: unknown, name?: string): string => {
  const one = name === undefined ? value : all(value, name)[0]
  if (typeof one === 'string') return decoded(one)
  return isXml(one) && typeof one['#'] === 'string' ? decoded(one['#']) : ''
}

export const attribute = (value: unknown, name: string): string => {
  const found = isXml(value) ? value[`@${name}`] : undefined
  return typeof found === 'string' ? decoded(found) : ''
}
