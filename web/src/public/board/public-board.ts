import type { TFunction } from 'i18next'
import { useCallback } from 'react'
import { addressOf, type Board, type BoardEntry, boardApi, type Cell, type LngLat, middleOfCell } from '#contract'
import { problemOf } from '../../api/call.ts'
import { useAnswer } from '../../api/use-answer.ts'

/** Without cookies and session, because the board is the same for everyone. */
const readBoard = async (token: string, signal: AbortSignal): Promise<Board> => {
  const answer = await fetch(addressOf(boardApi.read, { board: token }), { credentials: 'omit', signal })
  if (!answer.ok) throw await problemOf(answer)
  return (await answer.json()) as Board
}

export const usePublicBoard = (token: string, everyMs?: number) =>
  useAnswer(
    useCallback((signal: AbortSignal) => readBoard(token, signal), [token]),
    everyMs,
  )

/** Board entries have no id, so their index identifies them. */
export type NumberedEntry = BoardEntry & { index: number }

export const numbered = (entries: readonly BoardEntry[]): NumberedEntry[] =>
  entries.map((entry, index) => ({ ...entry, index }))

const EARTH_METRES_PER_DEGREE = 111_320

/** Distance from the cell's centre in multiples of its size, so that it reveals no more than the cell. */
export const coarseDistance = (cell: Cell, [lng, lat]: LngLat, cellMetres: number): number => {
  const [middleLng, middleLat] = middleOfCell(cell)
  const east = (middleLng - lng) * Math.cos((lat * Math.PI) / 180)
  const metres = Math.hypot(east, middleLat - lat) * EARTH_METRES_PER_DEGREE
  return Math.max(1, Math.ceil(metres / cellMetres)) * cellMetres
}

export const lengthText = (metres: number, t: TFunction): string =>
  metres < 1000 ? t('board.metres', { count: metres }) : t('board.kilometres', { count: metres / 1000 })

export const boardAddress = (token: string, language: string): string =>
  `/board?${new URLSearchParams({ token, lang: language })}`
