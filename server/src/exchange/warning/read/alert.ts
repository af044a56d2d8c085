import type { LngLat } from '#contract'
import { WarningSeverity } from '#contract/alarms/rule/schema.ts'
import {
  WARNING_POINTS,
  type WarningArea,
  WarningCategory,
  WarningCertainty,
  WarningResponse,
  WarningStatus,
  type WarningText,
  WarningUrgency,
} from '#contract/exchange/warning/schema.ts'
import { isWebAddress } from '#contract/platform/kit/schema.ts'
import { shorten } from '#contract/platform/kit/text.ts'
import { storable } from '../../import/read/format.ts'
import { all, isXml, textOf, type Xml } from '../../import/read/xml.ts'
import { bounded, circleOf, placeInside, type Ring, ringOf } from './outline.ts'

/** One warning of a message, in all its languages. Times are ISO 8601. */
export type ReadPart = {
  severity: WarningSeverity
  urgency: WarningUrgency
  certainty: WarningCertainty
  categories: WarningCategory[]
  responses: WarningResponse[]
  effectiveAt: string | null
  onsetAt: string | null
  expiresAt: string | null
  texts: WarningText[]
  areas: WarningArea[]
  outlines: Ring[] | null
  place: LngLat | null
  keys: string[]
}

export type ReadAlert = {
  sender: string
  identifier: string
  messageType: 'alert' | 'update' | 'cancel'
  status: WarningStatus
  sentAt: string | null
  /** Earlier messages that this one refers to, as `sender,identifier`. */
  references: string[]
  parts: ReadPart[]
}

const MOST_ALERTS = 300
const MOST_DEPTH = 12
const MOST_INFOS = 60
const MOST_PARTS = 20
const MOST_AREAS = 300
const MOST_CODES = 20
const MOST_KEYS = 1_000
const MOST_REFERENCES = 100

const oneLine = (text: string) => storable(text).replace(/\s+/g, ' ').trim()
const short = (value: unknown, name: string, max: number) => shorten(oneLine(textOf(value, name)), max)

/** CAP has plain text, but some senders write HTML. */
const paragraphs = (value: unknown, name: string, max: number): string => {
  const text = storable(textOf(value, name))
    .replace(/<br\s*\/?>|<\/p>/gi, '\n')
    .replace(/<\/?[a-z][^<>]{0,500}>/gi, '')
  const lines = text.split('\n').map((line) => line.replace(/[^\S\n]+/g, ' ').trim())
  return shorten(
    lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    max,
  )
}

const choice = <T extends string>({ options }: { options: T[] }, text: string): T | undefined => {
  const word = text.trim().toLowerCase()
  return options.find((option) => option.toLowerCase() === word)
}

/** Times without a zone are in UTC. */
const timeOf = (value: unknown, name: string): string | null => {
  const text = oneLine(textOf(value, name)).replace(' ', 'T')
  const date = new Date(/(Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}Z`)
  const year = Number.isNaN(date.getTime()) ? 0 : date.getUTCFullYear()
  return year < 1970 || year > 2200 ? null : date.toISOString()
}

const webAddress = (info: unknown): string => {
  const text = short(info, 'web', 2_000)
  return isWebAddress(text) ? text : ''
}

const textsOf = (info: unknown): WarningText => ({
  language: short(info, 'language', 35).toLowerCase() || 'en-us',
  event: short(info, 'event', 200),
  headline: short(info, 'headline', 500),
  description: paragraphs(info, 'description', 10_000),
  instruction: paragraphs(info, 'instruction', 5_000),
  senderName: short(info, 'senderName', 200),
  web: webAddress(info),
  contact: short(info, 'contact', 500),
  areas: shorten(
    areasOf(info)
      .map((area) => short(area, 'areaDesc', 300))
      .filter(Boolean)
      .join(', '),
    2_000,
  ),
})

const areasOf = (info: unknown): unknown[] => all(info, 'area').slice(0, MOST_AREAS)

const areaOf = (area: unknown): WarningArea => ({
  name: short(area, 'areaDesc', 300),
  geocodes: all(area, 'geocode')
    .slice(0, MOST_CODES)
    .map((code) => ({ name: short(code, 'valueName', 100), value: short(code, 'value', 100) }))
    .filter(({ value }) => value),
})

const ringsOf = (area: unknown): Ring[] =>
  [
    ...all(area, 'polygon').map((polygon) => ringOf(textOf(polygon))),
    ...all(area, 'circle').map((circle) => circleOf(textOf(circle))),
  ].filter((ring) => ring !== undefined)

const severityRank = (info: unknown) =>
  WarningSeverity.options.indexOf(choice(WarningSeverity, textOf(info, 'severity')) ?? 'unknown')

/** One warning from its texts in several languages. */
const partOf = (infos: readonly unknown[], near: LngLat | null): ReadPart => {
  const [worst] = [...infos].sort((one, other) => severityRank(one) - severityRank(other))
  const areas = infos.flatMap(areasOf)
  const named = areas.map(areaOf)
  const rings = bounded(areas.flatMap(ringsOf), WARNING_POINTS)
  const list = <T extends string>(options: { options: T[] }, name: string): T[] => [
    ...new Set(all(worst, name).flatMap((value) => choice(options, textOf(value)) ?? [])),
  ]
  const keys = named.flatMap(({ name, geocodes }) => [name, ...geocodes.map(({ value }) => value)])
  return {
    severity: choice(WarningSeverity, textOf(worst, 'severity')) ?? 'unknown',
    urgency: choice(WarningUrgency, textOf(worst, 'urgency')) ?? 'unknown',
    certainty: choice(WarningCertainty, textOf(worst, 'certainty')) ?? 'unknown',
    categories: list(WarningCategory, 'category'),
    responses: list(WarningResponse, 'responseType'),
    effectiveAt: timeOf(worst, 'effective'),
    onsetAt: timeOf(worst, 'onset'),
    expiresAt: timeOf(worst, 'expires'),
    texts: infos.map(textsOf),
    areas: areasOf(infos[0]).map(areaOf),
    outlines: rings.length > 0 ? rings : null,
    place: placeInside(rings, near),
    keys: [...new Set(keys.map((key) => key.toLowerCase()).filter(Boolean))].slice(0, MOST_KEYS),
  }
}

/**
 * Several texts in one language mean several warnings. The first texts of all languages form one warning, the second
 * texts another, and so on.
 */
const partsOf = (alert: Xml, near: LngLat | null): ReadPart[] => {
  const parts: unknown[][] = []
  const counts = new Map<string, number>()
  for (const info of all(alert, 'info').filter(isXml).slice(0, MOST_INFOS)) {
    const language = textOf(info, 'language').trim().toLowerCase()
    const at = counts.get(language) ?? 0
    counts.set(language, at + 1)
    parts[at] = [...(parts[at] ?? []), info]
  }
  return parts.slice(0, MOST_PARTS).map((infos) => partOf(infos, near))
}

/** `sender,identifier,sent` triples with spaces between them. */
const referencesOf = (alert: Xml): string[] =>
  textOf(alert, 'references')
    .split(/\s+/)
    .flatMap((text) => {
      const [sender, identifier] = text.split(',')
      return sender && identifier ? [`${storable(sender)},${storable(identifier)}`] : []
    })
    .slice(0, MOST_REFERENCES)

/** Undefined for acknowledgements, errors and messages without content. */
const alertOf = (alert: Xml, near: LngLat | null): ReadAlert | undefined => {
  const identifier = short(alert, 'identifier', 500)
  const type = textOf(alert, 'msgType').trim().toLowerCase() || 'alert'
  if (!identifier || (type !== 'alert' && type !== 'update' && type !== 'cancel')) return undefined
  return {
    sender: short(alert, 'sender', 300),
    identifier,
    messageType: type,
    status: choice(WarningStatus, textOf(alert, 'status')) ?? 'actual',
    sentAt: timeOf(alert, 'sent'),
    references: referencesOf(alert),
    parts: type === 'cancel' ? [] : partsOf(alert, near),
  }
}

/** Messages at any place in a document: alone, in the entries of a feed, or in an envelope. */
export const alertsIn = (document: Xml, near: LngLat | null): ReadAlert[] => {
  const found: Xml[] = []
  const visit = (value: unknown, depth: number) => {
    if (found.length === MOST_ALERTS || depth > MOST_DEPTH) return
    if (Array.isArray(value)) for (const one of value) visit(one, depth)
    else if (isXml(value))
      for (const [name, child] of Object.entries(value)) {
        if (name === 'alert')
          found.push(...[child].flat().filter((one): one is Xml => isXml(one) && 'identifier' in one))
        else visit(child, depth + 1)
      }
  }
  visit(document, 0)
  return found.slice(0, MOST_ALERTS).flatMap((alert) => alertOf(alert, near) ?? [])
}
