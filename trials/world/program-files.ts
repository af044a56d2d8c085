import { setTimeout as pause } from 'node:timers/promises'
import { csvLine, type Import, type ImportMapping, type ImportPreviewRow } from '#contract'
import type { Api, Member } from './api.ts'
import { untilImport } from './imports.ts'

/** Values of an event that every program must preserve. */
export type KnownEvent = { name: string; place: readonly [number, number]; time: string }
export type Place = { api: Api; member: Member; eventTypeId: string }

const NAMES = ['דליפת מים ברחוב', 'Flood at', '=1+2 שלט', '@home, "quoted"', '-3+4 <b>leak</b> & more', "+972 o'clock"]
const FIRST_MS = Date.parse('2026-03-01T06:00:00Z')
const MINUTE_MS = 60_000
const TOLERANCE_DEGREES = 1e-5
const PAGE_ROWS = 200
const READ_MS = 60_000
const POLL_MS = 100

export const knownEvents = (count: number): KnownEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `${NAMES[index % NAMES.length]} ${index + 1}`,
    place: [Number((34.7 + index * 0.000_731).toFixed(6)), Number((32.05 + index * 0.000_417).toFixed(6))],
    time: new Date(FIRST_MS + index * 7 * MINUTE_MS).toISOString(),
  }))

const upload = async ({ api, member }: Place, name: string, bytes: Uint8Array): Promise<Import> => {
  const body = new FormData()
  body.set('timeZone', 'Asia/Jerusalem')
  body.set('name', name)
  body.set('file', new Blob([Uint8Array.from(bytes)]), name)
  const { _id: id }: Import = await api.must(api.send('POST', '/imports', { ...member, body }))
  for (const end = performance.now() + READ_MS; ; await pause(POLL_MS)) {
    const one: Import = await api.must(api.send('GET', `/imports/${id}`, member))
    if (one.state !== 'reading' || performance.now() > end) return one
  }
}

const previewOf = async ({ api, member }: Place, id: string, mapping: ImportMapping): Promise<ImportPreviewRow[]> => {
  const rows: ImportPreviewRow[] = []
  for (let after: number | null = 0; after !== null; ) {
    const body = { mapping, after, limit: PAGE_ROWS }
    const page: { rows: ImportPreviewRow[]; next: number | null } = await api.must(
      api.send('POST', `/imports/${id}/preview`, { ...member, body }),
    )
    rows.push(...page.rows)
    after = page.next
  }
  return rows
}

const isNear = (one: readonly number[] | null, other: readonly number[]) =>
  (one ?? [Number.NaN]).every((degrees, at) => Math.abs(degrees - (other[at] ?? 0)) < TOLERANCE_DEGREES)

/** Differences between the preview and the events, with one example of each kind. */
const differencesOf = (rows: readonly ImportPreviewRow[], events: readonly KnownEvent[]): string[] => {
  const byName = new Map(events.map((event) => [event.name, event]))
  const found = new Map<string, string>()
  for (const { name, outcome, reasons, place, time, number } of rows) {
    const known = byName.get(name)
    byName.delete(name)
    if (outcome !== 'new') found.set(`row is ${outcome}`, `${number}: ${JSON.stringify(reasons)}`)
    else if (!known) found.set('unknown name', JSON.stringify(name))
    else if (!isNear(place, known.place)) found.set('other place', `${JSON.stringify(place)}, not ${known.place}`)
    else if (!time || new Date(time).getTime() !== Date.parse(known.time))
      found.set('other time', `${time}, not ${known.time}`)
  }
  const [lost] = byName.keys()
  if (lost !== undefined) found.set(`${byName.size} events are missing`, JSON.stringify(lost))
  return [...found].map(([kind, example]) => `${kind} (${example})`)
}

type Expected = { events: readonly KnownEvent[]; isKept?: boolean; timeZone?: string }

/**
 * Imports a file with the columns that the server guesses. The trial chooses only an event type, if the file has none.
 * Returns the differences from the events.
 */
export const importFile = async (
  to: Place,
  name: string,
  bytes: Uint8Array,
  { events, isKept = false, timeZone = 'Asia/Jerusalem' }: Expected,
): Promise<string[]> => {
  const { api, member, eventTypeId } = to
  const { _id: id, state, problem, mapping: guessed } = await upload(to, name, bytes)
  if (state !== 'ready' || !guessed) return [`${name} is ${state}: ${JSON.stringify(problem)}`]
  const mapping = { ...guessed, timeZone, ...(!guessed.columns.includes('type') && { eventType: eventTypeId }) }
  if (mapping.kind !== 'event') return [`${name} is guessed as ${mapping.kind}`]
  const differences = differencesOf(await previewOf(to, id, mapping), events)
  if (differences.length > 0) return differences.map((text) => `${name}: ${text}; columns ${mapping.columns.join()}`)
  await api.must(api.send('POST', `/imports/${id}/start`, { ...member, body: { mapping } }))
  const { counts } = await untilImport(api, member, id, 'done')
  if (!isKept) {
    await api.must(api.send('POST', `/imports/${id}/undo`, member))
    await untilImport(api, member, id, 'undone')
  }
  return counts.new === events.length ? [] : [`${name}: ${JSON.stringify(counts)} were imported`]
}

export const csvOfEvents = (events: readonly KnownEvent[]): Uint8Array =>
  Buffer.from(
    csvLine(['Title', 'Type', 'Lat', 'Lon', 'Time']) +
      events
        .map(({ name, place, time }) => csvLine([name, 'Flood', String(place[1]), String(place[0]), time]))
        .join(''),
  )
