import { z } from 'zod'

export const Box = z
  .tuple([
    z.number().min(-180).max(180),
    z.number().min(-85.06).max(85.06),
    z.number().min(-180).max(180),
    z.number().min(-85.06).max(85.06),
  ])
  .refine(([west, south, east, north]) => west < east && south < north, { error: 'form.invalid' })
export type Box = z.infer<typeof Box>

/**
 * The server's archives of one kind as a source of tiles. The server replies 204 for a tile that no archive covers, and
 * 404 for a tile beyond the last zoom of the archive that covers it; the map then enlarges part of the parent tile.
 */
export const TileSet = z.object({
  kind: z.enum(['streets', 'pictures']),
  /** Path with `{z}/{x}/{y}`. Changes whenever the tiles change, so that replies can be cached forever. */
  tiles: z.string(),
  minZoom: z.number().int(),
  /** Highest last zoom of all archives. */
  maxZoom: z.number().int(),
  areas: z.array(Box),
  lastZooms: z.array(z.number().int()),
})
export type TileSet = z.infer<typeof TileSet>

export const areasIn = ({ areas, lastZooms, maxZoom }: TileSet): { box: Box; lastZoom: number }[] =>
  areas.map((box, index) => ({ box, lastZoom: lastZooms?.[index] ?? maxZoom }))

export const STREETS_FROM_ZOOM = 11
