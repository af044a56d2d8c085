import {
  type BoardEntry,
  type BoardTwin,
  distanceMetres,
  type EventType,
  type LngLat,
  middleOfCell,
  TWINS_OFFERED,
} from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { Turns } from '../../platform/kit/slices.ts'
import { likenessOf, prepareReport, SHOWN_SCORE } from '../twin/likeness.ts'
import { eventsInPublicOrder, type StoredBoard, shownTypes } from './queries.ts'

type Question = { typeId: string; place: LngLat; text: string }

/** The board shows days only, so times may differ by up to a day. */
const DAY_HOURS = 24

const noonOf = (date: string): Date => new Date(`${date}T12:00:00Z`)

/** Distance rounded up to multiples of the cell size, so that it reveals no more than the cell. */
const stepsTo = (cell: BoardEntry['cell'], place: LngLat, cellMetres: number): number =>
  Math.max(1, Math.ceil(distanceMetres(middleOfCell(cell), place) / cellMetres)) * cellMetres

/**
 * Likely duplicates among public entries. Compares only type, day, centre of the cell and public text, so that repeated
 * queries reveal nothing else.
 */
export const similarOnBoard = async (
  db: Db,
  board: StoredBoard,
  { typeId, place, text }: Question,
  now: Date,
): Promise<BoardTwin[]> => {
  const types = await shownTypes(db, board)
  const type = types.find(({ _id }) => _id === typeId)
  if (!type) return []
  const range = {
    // One side of a cell is added: the centre is less than that from any place in the cell.
    radiusMetres: type.twinRadiusMetres && type.twinRadiusMetres + board.cellMetres,
    hours: type.twinHours && type.twinHours + DAY_HOURS,
  }
  const reportOf = (of: EventType | undefined, at: LngLat, createdAt: Date, words: string) =>
    prepareReport({ typeId: of?._id ?? null, typeName: of?.name ?? '', place: at, createdAt, text: words, answers: [] })
  const asked = reportOf(type, place, now, text)
  const turns = new Turns()
  const found: { twin: BoardTwin; score: number }[] = []
  for (const { entry, photo } of await eventsInPublicOrder(db, board, types)) {
    if (entry.state === 'done') continue
    await turns.next()
    const { cell, date } = entry
    const other = reportOf(types[entry.type], middleOfCell(cell), noonOf(date), entry.text)
    const likeness = likenessOf(asked, other, range)
    if (!likeness || likeness.score < SHOWN_SCORE) continue
    found.push({ twin: { ...entry, metres: stepsTo(cell, place, board.cellMetres), photo }, score: likeness.score })
  }
  return found
    .toSorted((a, b) => b.score - a.score)
    .slice(0, TWINS_OFFERED)
    .map(({ twin }) => twin)
}
