import { randomBytes } from 'node:crypto'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import {
  type AoiState,
  type Board,
  type BoardChange,
  type BoardEntry,
  type BoardSettings,
  cellOf,
  type EventType,
  type PublicText,
} from '#contract'
import * as eventTypes from '../../core/event-type/queries.ts'
import * as services from '../../people/service/queries.ts'
import type { Db } from '../../platform/db/database.ts'
import type { BoardTable } from '../../platform/db/schema/board.ts'
import { fileAddress } from '../../platform/files/files.ts'

export type StoredBoard = Selectable<BoardTable>

const SHOWN = 500

const defaults: Omit<BoardSettings, 'link'> = {
  isOn: false,
  typeIds: [],
  states: ['new', 'inProgress', 'done'],
  cellMetres: 500,
  days: 30,
  origins: [],
}

/** 192 random bits, as in a public link, so that a board cannot be found without its link. */
const newBoardToken = () => `b.${randomBytes(24).toString('base64url')}`

export const boardOf = (db: Db, serviceId: string): Promise<StoredBoard | undefined> =>
  db.selectFrom('board').selectAll().where('serviceId', '=', serviceId).executeTakeFirst()

export const boardByToken = (db: Db, token: string): Promise<StoredBoard | undefined> =>
  db
    .selectFrom('board')
    .innerJoin('service', 'service.id', 'board.serviceId')
    .selectAll('board')
    .where('board.token', '=', token)
    .where('service.deletedAt', 'is', null)
    .executeTakeFirst()

export const boardTokenOf = async (db: Db, serviceId: string): Promise<string | undefined> => {
  const board = await boardOf(db, serviceId)
  return board?.isOn ? board.token : undefined
}

export const frameOriginsOf = async (db: Db, token: string): Promise<readonly string[]> => {
  const board = await boardByToken(db, token)
  return board?.isOn ? board.origins : []
}

export const settingsOf = (board: StoredBoard | undefined, publicUrl: string): BoardSettings => {
  if (!board) return { ...defaults, link: null }
  const { isOn, typeIds, states, cellMetres, days, origins, token } = board
  return { isOn, typeIds, states, cellMetres, days, origins, link: `${publicUrl}/board?token=${token}` }
}

export const changeBoard = async (db: Db, serviceId: string, change: BoardChange): Promise<StoredBoard> =>
  db
    .insertInto('board')
    .values({ serviceId, token: newBoardToken(), ...change })
    .onConflict((conflict) => conflict.column('serviceId').doUpdateSet(change))
    .returningAll()
    .executeTakeFirstOrThrow()

/** Whether `aoi a` is on the board: not deleted and not merged. Held reports are not in `aoi`. */
const isShown = ({ serviceId, typeIds, states, days }: StoredBoard): RawBuilder<boolean> => sql<boolean>`(
  a.service_id = ${serviceId} and a.kind = 'event' and a.deleted_at is null and a.main_id is null
  and a.event_type_id = any(${typeIds}::uuid[]) and a.state = any(${states}::text[])
  and a.created_at > now() - make_interval(days => ${days}))`

type Row = {
  id: string
  typeId: string
  state: AoiState
  date: string
  lng: number
  lat: number
  text: string | null
  photo: string | null
}

type ShownEvent = { id: string; entry: BoardEntry; photo: string | null }

/** Sorts by day, then by public fields only, so that the order does not reveal which event came first. */
const inPublicOrder = (a: BoardEntry, b: BoardEntry): number =>
  b.date.localeCompare(a.date) ||
  a.type - b.type ||
  a.cell[0] - b.cell[0] ||
  a.cell[1] - b.cell[1] ||
  a.state.localeCompare(b.state) ||
  a.text.localeCompare(b.text)

export const shownTypes = async (db: Db, { serviceId, typeIds }: StoredBoard): Promise<EventType[]> =>
  (await eventTypes.ofService(db, serviceId)).filter(({ _id }) => typeIds.includes(_id))

/**
 * Events of the board, newest first, and one more than the board shows. Exact places and times are reduced to a cell
 * and a day.
 */
const shownEvents = async (db: Db, board: StoredBoard, types: readonly EventType[]): Promise<ShownEvent[]> => {
  const { rows } = await sql<Row>`
    select a.id, a.event_type_id as type_id, a.state, to_char(a.created_at at time zone ${board.timeZone}, 'YYYY-MM-DD') as date,
      a.place[0] as lng, a.place[1] as lat, p.text,
      case when p.photo_id = a.image_file_id then ${fileAddress(sql`a.image_file_id`)} end as photo
    from aoi a left join public_text p on p.aoi_id = a.id
    where ${isShown(board)} and a.event_type_id = any(${types.map(({ _id }) => _id)}::uuid[])
    order by a.created_at desc, a.id desc limit ${SHOWN + 1}`.execute(db)
  const entryOf = ({ typeId, state, date, lng, lat, text }: Row): BoardEntry => ({
    type: types.findIndex(({ _id }) => _id === typeId),
    state,
    date,
    cell: cellOf([lng, lat], board.cellMetres),
    text: text ?? '',
  })
  return rows.map((row) => ({ id: row.id, entry: entryOf(row), photo: row.photo }))
}

export const eventsInPublicOrder = async (db: Db, board: StoredBoard, types: readonly EventType[]) =>
  (await shownEvents(db, board, types)).slice(0, SHOWN).toSorted((a, b) => inPublicOrder(a.entry, b.entry))

export const publicBoard = async (db: Db, board: StoredBoard): Promise<Board | undefined> => {
  const { serviceId, cellMetres, days } = board
  const service = await services.publicService(db, serviceId)
  if (!service) return undefined
  const types = await shownTypes(db, board)
  const events = await shownEvents(db, board, types)
  return {
    service,
    styleUrl: await services.styleAddressOf(db, serviceId),
    cellMetres,
    days,
    types: types.map(({ name, translations, icon, colour }) => ({ name, translations, icon, colour })),
    entries: events
      .slice(0, SHOWN)
      .map(({ entry }) => entry)
      .toSorted(inPublicOrder),
    isCut: events.length > SHOWN,
  }
}

/** Ids of the events behind entries of the public board; for identical entries, the newest event. */
export const eventsOnBoard = async (db: Db, serviceId: string, entries: readonly BoardEntry[]): Promise<string[]> => {
  const board = entries.length > 0 ? await boardOf(db, serviceId) : undefined
  if (!board?.isOn) return []
  const events = await shownEvents(db, board, await shownTypes(db, board))
  const keyOf = ({ type, state, date, cell, text }: BoardEntry) => JSON.stringify([type, state, date, cell, text])
  return entries.flatMap((entry) => events.find((event) => keyOf(event.entry) === keyOf(entry))?.id ?? [])
}

export const publicTextOf = async (db: Db, serviceId: string, aoiId: string): Promise<PublicText> => {
  const board = await boardOf(db, serviceId)
  const { rows } = await sql<PublicText>`
    select coalesce(p.text, '') as text, coalesce(p.photo_id = a.image_file_id, false) as has_photo,
      a.image_file_id is not null as can_have_photo, ${board?.isOn ? isShown(board) : sql.lit(false)} as is_shown
    from aoi a left join public_text p on p.aoi_id = a.id where a.id = ${aoiId}`.execute(db)
  return rows[0] ?? { text: '', hasPhoto: false, canHavePhoto: false, isShown: false }
}
