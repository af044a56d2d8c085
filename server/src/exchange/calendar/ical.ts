export type IcalEvent = {
  uid: string
  summary: string
  description: string
  location: string | null
  lngLat: readonly [number, number] | null
  categories: string[]
  url: string
  startAt: Date
  endAt: Date | null
  createdAt: Date
  modifiedAt: Date
  sequence: number
  isCancelled: boolean
}

export type Ical = { name: string; events: readonly IcalEvent[] }

const LINE_OCTETS = 75

/** Folds lines at 75 octets without splitting a character. */
export const fold = (line: string): string => {
  if (Buffer.byteLength(line) <= LINE_OCTETS) return line
  const lines: string[] = []
  let current = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > LINE_OCTETS) {
      lines.push(current)
      current = ' '
      octets = 1
    }
    current += character
    octets += size
  }
  return [...lines, current].join('\r\n')
}

export const escapeText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: characters to remove
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\n/g, '\\n')

/** A UTC time as `20261115T083000Z`. */
const utc = (time: Date): string => time.toISOString().replace(/[-:]|\.\d+/g, '')

const REFRESH = 'PT1H'

const eventLines = (event: IcalEvent): (string | false)[] => [
  'BEGIN:VEVENT',
  `UID:${event.uid}`,
  // Without a METHOD, DTSTAMP is the time of the last revision, so an unchanged calendar stays identical.
  `DTSTAMP:${utc(event.modifiedAt)}`,
  `DTSTART:${utc(event.startAt)}`,
  event.endAt !== null && event.endAt > event.startAt && `DTEND:${utc(event.endAt)}`,
  `SUMMARY:${escapeText(event.summary)}`,
  event.description !== '' && `DESCRIPTION:${escapeText(event.description)}`,
  event.location !== null && event.location !== '' && `LOCATION:${escapeText(event.location)}`,
  event.lngLat !== null && `GEO:${event.lngLat[1].toFixed(6)};${event.lngLat[0].toFixed(6)}`,
  event.categories.length > 0 && `CATEGORIES:${event.categories.map(escapeText).join(',')}`,
  `URL:${event.url}`,
  `CREATED:${utc(event.createdAt)}`,
  `LAST-MODIFIED:${utc(event.modifiedAt)}`,
  `SEQUENCE:${event.sequence}`,
  `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
  'END:VEVENT',
]

export const icalText = ({ name, events }: Ical): string => {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Cohesion//Cohesion//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ]
  return lines
    .filter((line) => line !== false)
    .map((line) => `${fold(line)}\r\n`)
    .join('')
}
