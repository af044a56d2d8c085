import { sql } from 'kysely'
import { AoiState, type TileCluster, type TilePoint } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { boundsOf, GRID_BITS } from '../grid.ts'
import { CELL_BITS, CELL_COUNT, type Cells } from './cells.ts'

/** Units per tile side, 8 per pixel. */
export const TILE_EXTENT = 4096
const CELL_EXTENT = TILE_EXTENT >> CELL_BITS
/** In tile units: a cluster stays 20 pixels from its cell's edge, so that badges never overlap. */
const INSET = 160

export type Feature<Properties> = { id?: number; place: [x: number, y: number]; properties: Properties }
export type Features = { clusters: Feature<TileCluster>[]; points: Feature<TilePoint>[] }

export const featuresOf = async (db: Db, cells: Cells): Promise<Features> => {
  const clusters: Feature<TileCluster>[] = []
  const singles: Feature<SinglePoint>[] = []
  for (let cell = 0; cell < CELL_COUNT; cell++) {
    const count = cells.count[cell] as number
    if (count > 1) clusters.push(clusterOf(cells, cell, count))
    if (count === 1) singles.push(...singleIn(cells, cell))
  }
  return { clusters, points: await withDetails(db, singles) }
}

const placeOf = ({ tile, sumX, sumY }: Cells, cell: number, count: number): [x: number, y: number] => {
  const width = 2 ** (GRID_BITS - tile.z)
  const inTile = (sum: number, tiles: number) => Math.floor((sum / count / width - tiles) * TILE_EXTENT)
  return [inTile(sumX[cell] as number, tile.x), inTile(sumY[cell] as number, tile.y)]
}

const inset = (at: number, cell: number): number =>
  Math.max(cell * CELL_EXTENT + INSET, Math.min((cell + 1) * CELL_EXTENT - INSET, at))

const clusterOf = (cells: Cells, cell: number, count: number): Feature<TileCluster> => {
  const [x, y] = placeOf(cells, cell, count)
  const states = AoiState.options.map((state, index) => [
    state,
    cells.states[cell * AoiState.options.length + index] as number,
  ])
  const [first, second, third] = cells.eventTypesIn(cell)
  const bounds = boundsOf({
    west: cells.west[cell] as number,
    north: cells.north[cell] as number,
    east: cells.east[cell] as number,
    south: cells.south[cell] as number,
  })
  return {
    place: [inset(x, cell % 2 ** CELL_BITS), inset(y, cell >> CELL_BITS)],
    properties: {
      count,
      ...(Object.fromEntries(states) as Record<AoiState, number>),
      ...(first && { eventTypeId: first[0], eventTypeCount: first[1] }),
      ...(second && { secondTypeId: second[0], secondTypeCount: second[1] }),
      ...(third && { thirdTypeId: third[0], thirdTypeCount: third[1] }),
      ...bounds,
    },
  }
}

type SinglePoint = Pick<TilePoint, 'number' | 'kind' | 'state' | 'eventTypeId'>

const singleIn = (cells: Cells, cell: number): Feature<SinglePoint>[] => {
  const single = cells.single[cell]
  if (!single) return []
  const { number, kind, state, eventTypeId } = single
  const properties = { number, kind, state, ...(eventTypeId && { eventTypeId }) }
  return [{ id: number, place: placeOf(cells, cell, 1), properties }]
}

type Details = {
  id: string
  number: number
  nonce: string
  name: string
  status: TilePoint['status'] | null
  mergedCount: number
}

/** Adds details that are not in memory, with one query for at most one point per cell. */
const withDetails = async (db: Db, points: Feature<SinglePoint>[]): Promise<Feature<TilePoint>[]> => {
  if (points.length === 0) return []
  const numbers = points.map(({ properties }) => properties.number)
  const { rows } = await sql<Details>`
    select a.id, a.number, a.nonce::text, a.name, a.status,
      (select count(*)::int from aoi m where m.main_id = a.id) as merged_count
    from aoi a where a.number = any(${numbers}::bigint[]) and a.deleted_at is null and a.main_id is null`.execute(db)
  const byNumber = new Map(rows.map((row) => [row.number, row]))
  return points.flatMap(({ properties, ...feature }) => {
    const row = byNumber.get(properties.number)
    if (!row) return []
    const { status, mergedCount, ...details } = row
    const more = { ...(status && { status }), ...(mergedCount > 0 && { merged: mergedCount }) }
    return { ...feature, properties: { ...properties, ...details, ...more } }
  })
}
