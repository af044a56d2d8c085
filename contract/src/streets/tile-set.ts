import { z } from 'zod'

/** West, south, east, north in degrees. */
export const Box = z
  .tuple([
    z.number().min(-180).max(180),
    z.number().min(-85.06).max(85.06),
    z.number().min(-180).max(180),
    z.number().min(-85.06).max(85.06),
  ])
  .refine(([west, south, east, north]) => west < east && south < north, { error: 'form.invalid' })
export type Box = z.infer<typeof Box>

/** Tiles of the server's own archives that can be drawn as one source: of one kind, up to the same zoom. */
export const TileSet = z.object({
  kind: z.enum(['streets', 'pictures']),
  /** Path with `{z}/{x}/{y}`. Another one whenever the tiles change, so that answers can be cached for good. */
  tiles: z.string(),
  minZoom: z.number().int(),
  maxZoom: z.number().int(),
  areas: z.array(Box),
})
export type TileSet = z.infer<typeof TileSet>

/** Streets lie over the bundled world from this zoom on. */
export const STREETS_FROM_ZOOM = 11
