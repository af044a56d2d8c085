import { sql } from 'kysely'
import { AoiState, type TileCluster, type TilePoint } from '#contract'
import type { Db } from '../../db/database.ts'
import { boundsOf, GRID_BITS } from '../memory/grid.ts'
import { GONE, kindIn, stateIn } from '../memory/look.ts'
import { CELL_COUNT, CELLS_BITS, type Cells } from './cells.ts'

/** A tile's own coordinates: 8 to a pixel. */
export const EXTENT = 4096
const CELL_EXTENT = EXTENT >> CELLS_BITS
/** A cluster keeps 20 pixels from the edge of its cell, so that two badges never lie on each other. */
const INSET = 160

export type Feature<Properties> = { id?: number; place: [x: number, y: number]; properties: Properties }
export type Features = { clusters: Feature<TileCluster>[]; points: Feature<TilePoint>[] }

export const featuresOf = async (db: Db, cells: Cells): Promise<Features> => {
  const clusters: Feature<TileCluster>[] = []
  const alone: Feature<Alone>[] = []
  for (let cell = 0; cell < CELL_COUNT; cell++) {
    const count = cells.count[cell] as number
    if (count > 1) clusters.push(clusterOf(cells, cell, count))
    if (count === 1) alone.push(...aloneIn(cells, cell))
  }
  return { clusters, points: await told(db, alone) }
}

const placeOf = ({ tile, sumX, sumY }: Cells, cell: number, count: number): [x: number, y: number] => {
  const width = 2 ** (GRID_BITS - tile.z)
  const inTile = (sum: number, tiles: number) => Math.floor((sum / count / width - tiles) * EXTENT)
  return [inTile(sumX[cell] as number, tile.x), inTile(sumY[cell] as number, tile.y)]
}

const inset = (at: number, cell: number): number =>
  Math.max(cell * CELL_EXTENT + INSET, Math.min((cell + 1) * CELL_EXTENT - INSET, at))

const clusterOf = (cells: Cells, cell: number, count: number): Feature<TileCluster> => {
  const [x, y] = placeOf(cells, cell, count)
  const states = AoiState.options.map((state, index) => [state, cells.states[cell * 4 + index] as number])
  const eventTypeId = cells.eventTypeIn(cell)
  const bounds = boundsOf({
    west: cells.west[cell] as number,
    north: cells.north[cell] as number,
    east: cells.east[cell] as number,
    south: cells.south[cell] as number,
  })
  return {
    place: [inset(x, cell % 2 ** CELLS_BITS), inset(y, cell >> CELLS_BITS)],
    properties: {
      count,
      ...(Object.fromEntries(states) as Record<AoiState, number>),
      ...(eventTypeId && { eventTypeId }),
      ...bounds,
    },
  }
}

/** What the columns know of a point that stands alone. */
type Alone = Pick<TilePoint, 'number' | 'kind' | 'state' | 'eventTypeId'>

/** None if it went, or went elsewhere, while the others were counted: whoever hears of that asks again. */
const aloneIn = (cells: Cells, cell: number): Feature<Alone>[] => {
  const { points } = cells.partIn(cell)
  const row = cells.row[cell] as number
  const look = points.look[row] as number
  if (look === GONE) return []
  const number = points.number[row] as number
  const eventTypeId = points.types.ids[points.type[row] as number]
  const properties = { number, kind: kindIn(look), state: stateIn(look), ...(eventTypeId && { eventTypeId }) }
  return [{ id: number, place: placeOf(cells, cell, 1), properties }]
}

type Told = { id: string; number: number; nonce: string; name: string; status: TilePoint['status'] | null }

/** The rest is not held in memory: one query for at most as many as there are cells. */
const told = async (db: Db, alone: Feature<Alone>[]): Promise<Feature<TilePoint>[]> => {
  if (alone.length === 0) return []
  const numbers = alone.map(({ properties }) => properties.number)
  const { rows } = await sql<Told>`
    select id, number, nonce::text, name, status from aoi
    where number = any(${numbers}::bigint[]) and deleted_at is null`.execute(db)
  const byNumber = new Map(rows.map((row) => [row.number, row]))
  return alone.flatMap(({ properties, ...feature }) => {
    const row = byNumber.get(properties.number)
    if (!row) return []
    const { status, ...known } = row
    return { ...feature, properties: { ...properties, ...known, ...(status && { status }) } }
  })
}
