import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { boundsOf, GRID_BITS, type Tile } from '../grid.ts'
import { CELL_BITS, type CellGroup, type Cells } from './cells.ts'

/** From this zoom on, the index of places is faster than the index of services. */
export const PLACE_ZOOM = 10
/** Margin in degrees, so that rounding loses no row at the edge; the grid then decides. */
const MARGIN = 1e-6

export const addCellsFromSql = async (db: Db, cells: Cells, found: RawBuilder<unknown>): Promise<void> => {
  const { tile } = cells
  const shift = GRID_BITS - tile.z - CELL_BITS
  const inCell = (column: string) => sql`((${sql.ref(column)} >> ${shift}::int) & ${sql.lit(2 ** CELL_BITS - 1)})`
  const { rows } = await sql<CellGroup>`
    select ${inCell('a.grid_y')} << ${sql.lit(CELL_BITS)} | ${inCell('a.grid_x')} as cell, a.event_type_id,
      a.kind, a.state, count(*)::int as count, max(a.number) as number,
      sum(a.grid_x)::float8 as sum_x, sum(a.grid_y)::float8 as sum_y,
      min(a.grid_x) as west, min(a.grid_y) as north, max(a.grid_x) as east, max(a.grid_y) as south
    from ${found} a where ${isIn(tile, sql`a`)} group by cell, a.event_type_id, a.kind, a.state`.execute(db)
  for (const group of rows) cells.addGroup(group)
}

const isIn = ({ z, x, y }: Tile, a: RawBuilder<unknown>): RawBuilder<unknown> => {
  if (z === 0) return sql`true`
  const width = 2 ** (GRID_BITS - z)
  const box = { west: x * width, north: y * width, east: (x + 1) * width - 1, south: (y + 1) * width - 1 }
  const onGrid = sql`${a}.grid_x between ${box.west} and ${box.east} and ${a}.grid_y between ${box.north} and ${box.south}`
  if (z < PLACE_ZOOM) return onGrid
  const { west, south, east, north } = boundsOf(box)
  return sql`${onGrid} and ${a}.place <@
    box(point(${west - MARGIN}, ${south - MARGIN}), point(${east + MARGIN}, ${north + MARGIN}))`
}
