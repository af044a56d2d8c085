import type { LngLat, WarningFeedProblem } from '#contract'
import { importEncodings } from '#contract/exchange/import/schema.ts'
import { ReadError } from '../../import/read/format.ts'
import { textOf as decode } from '../../import/read/text.ts'
import { all, attribute, isXml, parseXml, textOf, type Xml } from '../../import/read/xml.ts'
import { alertsIn, type ReadAlert } from './alert.ts'

/** A document that a feed links to. `version` changes when the document does, if the feed says so. */
export type Link = { url: string; version: string }
export type ReadDocument = { alerts: ReadAlert[]; links: Link[] }

const MOST_LINKS = 300

/** Documents are read over TLS, even if a feed links to them with `http:`. */
const addressOf = (text: string, base: string): string | undefined => {
  const url = text.trim() ? URL.parse(text.trim(), base) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > 2_000) return undefined
  url.protocol = 'https:'
  url.hash = ''
  return url.href
}

const isMessage = (type: string) => /cap/i.test(type)
const isPage = (type: string) => /html|json/i.test(type)

/** The link of an entry that most likely leads to a CAP message. */
const linkOf = (entry: Xml): string => {
  const links = [...all(entry, 'link'), ...all(entry, 'enclosure')].map((link) => ({
    to: attribute(link, 'href') || attribute(link, 'url') || textOf(link),
    type: attribute(link, 'type'),
    isOther: /^(self|related|replies|via|edit)$/.test(attribute(link, 'rel')),
  }))
  const named = links.filter(({ to, isOther }) => to && !isOther)
  const found = named.find(({ type }) => isMessage(type)) ?? named.find(({ type }) => !isPage(type))
  return found?.to ?? (textOf(entry, 'id') || textOf(entry, 'guid'))
}

const entriesOf = ({ feed, rss, RDF }: Xml): Xml[] =>
  [...all(feed, 'entry'), ...all(all(rss, 'channel')[0], 'item'), ...all(RDF, 'item')].filter(isXml)

const isFeed = ({ feed, rss, RDF }: Xml) => [feed, rss, RDF].some((root) => root !== undefined)

const linksIn = (document: Xml, base: string): Link[] => {
  const links = new Map<string, Link>()
  for (const entry of entriesOf(document)) {
    if (links.size === MOST_LINKS) break
    const url = addressOf(linkOf(entry), base)
    const version = ['updated', 'pubDate', 'date', 'published'].map((name) => textOf(entry, name)).find(Boolean) ?? ''
    if (url && !links.has(url)) links.set(url, { url, version: version.slice(0, 100) })
  }
  return [...links.values()]
}

const declared = (bytes: Uint8Array) => {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const name = /^\s*<\?xml[^>]{0,100}encoding\s*=\s*["']([\w-]{1,30})["']/i.exec(head)?.[1]?.toLowerCase()
  return importEncodings.find((encoding) => encoding === name && !encoding.startsWith('utf-16'))
}

const PAGE = /^\s*(?:<!--[\s\S]{0,2000}?-->\s*)?<(?:!doctype\s+html|html)[\s>]/i

/** Reads one document of a feed. Throws `ReadError`; the code `unknownFormat` means other content. */
export const readDocument = (bytes: Uint8Array, base: string, near: LngLat | null): ReadDocument => {
  const { text } = decode(bytes, declared(bytes))
  if (!/^\s*</.test(text) || PAGE.test(text)) throw new ReadError('unknownFormat')
  const document = parseXml(text)
  const alerts = alertsIn(document, near)
  if (alerts.length === 0 && !isFeed(document) && !('alert' in document)) throw new ReadError('unknownFormat')
  // Entries that contain their message need no request.
  return { alerts, links: alerts.length > 0 ? [] : linksIn(document, base) }
}

export const problemOf = (error: unknown): WarningFeedProblem => {
  if (!(error instanceof ReadError)) return { code: 'failed' }
  const { code, line } = error.problem
  const at = line === undefined ? {} : { line }
  if (code === 'xml' || code === 'entities') return { code, ...at }
  if (code === 'encoding' || code === 'binary') return { code: 'encoding' }
  return { code: code === 'unknownFormat' || code === 'empty' ? 'otherContent' : 'failed' }
}
