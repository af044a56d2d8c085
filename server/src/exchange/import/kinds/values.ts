import {
  ANSWER_PREFIX,
  type Community,
  Email,
  EVENT_NAME_MAX,
  type EventType,
  HEARTBEAT_MAX_SECONDS,
  type ImportKind,
  type ImportMapping,
  type ImportNote,
  type ImportReason,
  importFields,
  type LngLat,
  plainName,
  type Role,
  SensorSerial,
  shorten,
  type UserType,
} from '#contract'
import { databaseMs } from '../../../platform/db/clock.ts'
import { paragraphs } from '../../../platform/kit/rich-text.ts'
import { type FoundPlace, placeOf, placeOfTwo } from '../place.ts'
import { timeOf } from '../time.ts'
import type { Context } from './context.ts'
import { outlineOf } from './outline.ts'

export type SourceRow = { number: number; line: number; cells: readonly string[] }

/** Values of one row. Absent and empty fields are undefined. */
export type Values = {
  externalId?: string | undefined
  name?: string | undefined
  description?: { html: string; text: string } | undefined
  type?: EventType | undefined
  /** Keyed by the name of the question. */
  answers: ReadonlyMap<string, string>
  community?: Community | undefined
  groups?: string[] | undefined
  start?: Date | undefined
  end?: Date | undefined
  isPublic?: boolean | undefined
  place?: LngLat | undefined
  address?: string | undefined
  time?: Date | undefined
  regionId?: string | undefined
  /** A closed ring. */
  outline?: LngLat[] | undefined
  radius?: number | undefined
  serial?: string | undefined
  device?: string | undefined
  heartbeatSeconds?: number | undefined
  /** Serial numbers. */
  sensors?: string[] | undefined
  email?: string | undefined
  role?: Role | undefined
  access?: UserType | undefined
}

export type Reading = { row: SourceRow; values: Values; reasons: ImportReason[]; notes: ImportNote[] }

/** Finds an address in the server's own streets. `isOnlyArea`: only the town or quarter was found. */
export type AddressPlaces = (
  address: string,
  options: { language: ImportMapping['language']; near: LngLat | undefined },
) => Promise<{ address: string; coordinates: LngLat; isOnlyArea: boolean } | undefined>

type Source = { mapping: ImportMapping; headers: readonly string[]; context: Context; placeOfAddress: AddressPlaces }

/** Fields that may be longer than `MAX_LETTERS`. Names are shortened. */
const longFields: ReadonlySet<string> = new Set(['name', 'place', 'outline'])
const CLOCKS_DIFFER_MS = 60_000
/** Maximum length of the text of a field that is not in `longFields`. */
const MAX_LETTERS = 10_000
const MOST_NOTE_LETTERS = 200
/**
 * Maximum length of names. Longer names are shortened instead of rejected, because the importer did not choose them.
 */
const NAME_LETTERS: Record<ImportKind, number> = {
  event: EVENT_NAME_MAX,
  activity: EVENT_NAME_MAX,
  sensorArea: EVENT_NAME_MAX,
  region: 200,
  group: 200,
  sensor: 200,
  member: 200,
}
/** Maximum number of reasons reported for one field; a field with a list of groups can have many. */
const MOST_REASONS = 3
/** Largest radius of an area. */
const MOST_METRES = 1_000_000

/**
 * Reads the fields of a row, each from its columns. Several columns of a description are joined, each after its header.
 */
const cellsOf = ({ mapping, headers }: Source, cells: readonly string[]) => {
  const columns = new Map<string, number[]>()
  for (const [index, field] of mapping.columns.entries())
    if (field) columns.set(field, [...(columns.get(field) ?? []), index])
  const textAt = (index: number) => (cells[index] ?? '').trim()
  return {
    of: (field: string) => columns.get(field)?.map(textAt).find(Boolean) ?? '',
    description: () => {
      const filled = (columns.get('description') ?? []).filter((index) => textAt(index))
      const isOne = (columns.get('description') ?? []).length < 2
      return filled.map((index) => (isOne ? textAt(index) : `${headers[index]}: ${textAt(index)}`)).join('\n')
    },
    answers: () =>
      [...columns.keys()].flatMap((field): [string, string][] => {
        if (!field.startsWith(ANSWER_PREFIX)) return []
        const text = textAt(columns.get(field)?.[0] ?? -1)
        return text ? [[field.slice(ANSWER_PREFIX.length), text]] : []
      }),
  }
}

export const yes = new Set(['yes', 'true', '1', 'y', 'x', 'open', 'public', 'כן', 'פתוח', 'ציבורי', 'v', '✓'])
export const no = new Set(['no', 'false', '0', 'n', 'closed', 'private', 'לא', 'סגור', 'פרטי'])

const accessLevels: ReadonlyMap<string, UserType> = new Map([
  ['operator', 'Operator'],
  ['admin', 'Admin'],
  ['technician', 'Technician'],
  ['מפעיל', 'Operator'],
  ['מנהל', 'Admin'],
  ['טכנאי', 'Technician'],
])

const descriptionOf = (text: string) => {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim()).filter(Boolean).join('\n') // biome-ignore format: one chain
  return lines ? { html: paragraphs(lines), text: lines } : undefined
}

/** Reads the cells of a row. Invalid cells become reasons; missing ones are detected later. */
export const readValues = async (source: Source, row: SourceRow): Promise<Reading> => {
  const { mapping, context } = source
  const reasons: ImportReason[] = []
  const notes: ImportNote[] = []
  const refuse = (code: ImportReason['code'], field: string, value?: string) => {
    if (reasons.filter((reason) => reason.field === field).length < MOST_REASONS)
      reasons.push({ code, field, ...(value && { value: shorten(value, 100) }) })
  }
  const cells = cellsOf(source, row.cells)
  const fields: readonly string[] = importFields[mapping.kind]
  const of = (field: string) => {
    const text = fields.includes(field) ? cells.of(field) : ''
    if (text.length <= MAX_LETTERS || longFields.has(field)) return text
    if (!reasons.some((reason) => reason.field === field)) refuse('tooLong', field, text)
    return ''
  }

  const limited = (field: string, max: number) => {
    const text = of(field)
    if (text.length <= max) return text || undefined
    refuse('tooLong', field, text)
    return undefined
  }
  const name = () => {
    const text = of('name').replace(/\s+/g, ' ')
    const max = NAME_LETTERS[mapping.kind]
    if (text.length > max) notes.push({ code: 'shortened', field: 'name', value: String(max) })
    return shorten(text, max) || undefined
  }
  const named = <T>(field: string, map: ReadonlyMap<string, T>): T | undefined => {
    const text = of(field)
    const found = map.get(plainName(text))
    if (text && !found) refuse('unknown', field, text)
    return text ? found : undefined
  }
  const time = (field: string) => {
    const text = of(field)
    const found = text ? timeOf(text, mapping) : undefined
    if (text && !found) refuse('unread', field, text)
    return found
  }
  const place = async (): Promise<Pick<Values, 'place' | 'address'>> => {
    const address = limited('address', 500)
    const both = of('place')
    const lat = of('lat')
    const lng = of('lng')
    const said = both ? ['place', both] : lat || lng ? ['lat', `${lat}, ${lng}`] : undefined
    if (!said) {
      // A group needs no place.
      if (!address || mapping.kind === 'group') return { address }
      const found = await source.placeOfAddress(address, { language: mapping.language, near: context.home })
      if (!found || found.isOnlyArea) {
        refuse(found ? 'onlyArea' : 'notFound', 'address', found?.address ?? address)
        return { address }
      }
      notes.push({ code: 'addressFound', field: 'address', value: shorten(found.address, MOST_NOTE_LETTERS) })
      return { place: found.coordinates, address }
    }
    const found: FoundPlace = both ? placeOf(both, mapping.isSwapped) : placeOfTwo(lat, lng, mapping.isSwapped)
    if (typeof found !== 'string') return { place: found, address }
    refuse(found, said[0] as string, said[1])
    return { address }
  }
  const groups = (community: Community | undefined) => {
    const texts = of('groups').split(/[;,|\n]/).map((text) => text.trim()).filter(Boolean) // biome-ignore format: one chain
    if (texts.length === 0 || !community) return undefined
    const known = context.groupsNamed(community._id)
    return texts.flatMap((text) => {
      const group = known.get(plainName(text))
      if (!group) refuse('unknown', 'groups', text)
      return group ? [group._id] : []
    })
  }
  const answers = () =>
    cells.answers().filter(([name, text]) => {
      if (text.length > MAX_LETTERS) refuse('tooLong', ANSWER_PREFIX + name, text)
      return text.length <= MAX_LETTERS
    })
  const outline = () => {
    const text = of('outline')
    const found = text ? outlineOf(text, mapping.isSwapped) : undefined
    if (typeof found === 'string') refuse(found, 'outline')
    return typeof found === 'string' ? undefined : found
  }
  const number = (field: string, max: number) => {
    const text = of(field)
    const found = Number(text.replace(/[,\s](?=\d{3}\b)/g, ''))
    const isFine = found >= 1 && found <= max
    if (text && !isFine) refuse('unread', field, text)
    return isFine ? found : undefined
  }
  const serial = () => {
    const found = SensorSerial.safeParse(of('serial'))
    if (!found.success && of('serial')) refuse('unread', 'serial', of('serial'))
    return found.data
  }
  const email = () => {
    const found = Email.safeParse(of('email'))
    if (!found.success && of('email')) refuse('unread', 'email', of('email'))
    return found.data?.toLowerCase()
  }
  const access = () => {
    const text = of('access')
    const found = text ? accessLevels.get(plainName(text)) : undefined
    if (text && !found) refuse('unknown', 'access', text)
    return found
  }
  const isPublic = () => {
    const text = of('isPublic').toLowerCase()
    if (!text) return undefined
    if (!yes.has(text) && !no.has(text)) refuse('unread', 'isPublic', text)
    return yes.has(text)
  }

  if (row.cells.slice(source.headers.length).some((cell) => cell.trim() !== '')) refuse('extraCells', 'row')
  const description = descriptionOf(cells.description())
  if (description && description.html.length > 200_000) refuse('tooLong', 'description', description.text)
  const reported = time('time')
  if (reported && reported.getTime() > databaseMs() + CLOCKS_DIFFER_MS) refuse('future', 'time', of('time'))
  const community = named('community', context.communities)
  const values: Values = {
    externalId: limited('externalId', 200),
    name: name(),
    description,
    type: named('type', context.types),
    answers: new Map(mapping.kind === 'event' ? answers() : []),
    community,
    groups: groups(community ?? context.communityById.get(mapping.community ?? '')),
    start: time('start'),
    end: time('end'),
    isPublic: isPublic(),
    ...(await place()),
    time: reported,
    regionId: named('region', context.regions)?._id,
    outline: outline(),
    radius: number('radius', MOST_METRES),
    serial: serial(),
    device: limited('device', 200),
    heartbeatSeconds: number('heartbeat', HEARTBEAT_MAX_SECONDS),
    sensors: of('sensors').split(/[;,|\s]+/).filter(Boolean), // biome-ignore format: one chain
    email: email(),
    role: named('role', context.roles),
    access: access(),
  }
  return { row, values, reasons, notes }
}
