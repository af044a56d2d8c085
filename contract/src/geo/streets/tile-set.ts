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
 * The server's archives as one source. Without any tile the reply is 204. If an archive with an earlier last zoom
 * covers it, the reply is 404, and the map shows part of its parent.
 */
export const TileSet = z.object({
  kind: z.enum(['streets', 'pictures']),
  /** Path with `{z}/{x}/{y}`. Changes with the tiles, so that replies can be cached forever. */
  tiles: z.string(),
  minZoom: z.number().int(),
  /** The last zoom of the deepest archive. */
  maxZoom: z.number().int(),
  areas: z.array(Box),
  lastZooms: z.array(z.number().int()),
})
export type TileSet = z.infer<typeof TileSet>

export const areasIn = ({ areas, lastZooms, maxZoom }: TileSet): { box: Box; lastZoom: number }[] =>
  areas.map((box, index) => ({ box, lastZoom: lastZooms?.[index] ?? maxZoom }))

export const STREETS_FROM_ZOOM = 11
