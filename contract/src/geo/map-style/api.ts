import { z } from 'zod'
import type { Endpoint } from '../../platform/http/endpoint.ts'

const style = z.object({ token: z.string().regex(/^(public|[\w-]{32,64})$/) })
const Name = z.string().min(1).max(200)
const Count = z.coerce.number().int().nonnegative()
const ofSource = style.extend({ source: Name })
/** Low, because a view needs dozens of tiles and a team may share one network address. */
const PART_COST = 0.05

/**
 * A service's map style and its resources, which the server fetches from the style's hosts. The token identifies
 * service and style, so a new style has a new token.
 */
export const mapStyleApi = {
  style: {
    method: 'GET',
    path: '/map/:token/style.json',
    summary: 'Read a service’s own map style. All addresses in it point to this server',
    needs: 'link',
    params: style,
    reply: z.unknown(),
    raw: 'application/json',
  },
  tile: {
    method: 'GET',
    path: '/map/:token/tiles/:source/:z/:x/:y',
    summary: 'Tile of a source of the style',
    needs: 'link',
    cost: PART_COST,
    params: ofSource.extend({ z: Count.max(25), x: Count, y: Count }),
    query: z.object({ ratio: z.enum(['', '@2x']).default('') }),
    reply: z.unknown(),
    raw: 'application/x-protobuf',
  },
  data: {
    method: 'GET',
    path: '/map/:token/data/:source',
    summary: 'The GeoJSON or the picture of a source of the style',
    needs: 'link',
    cost: PART_COST,
    params: ofSource,
    reply: z.unknown(),
    raw: 'application/json',
  },
  sprite: {
    method: 'GET',
    path: '/map/:token/sprite/:file',
    summary: 'Sprite of the style: an image, and the position of each icon in it',
    needs: 'link',
    cost: PART_COST,
    params: style.extend({ file: z.string().regex(/^.{1,200}\.(json|png)$/) }),
    reply: z.unknown(),
    raw: 'image/png',
  },
  glyphs: {
    method: 'GET',
    path: '/map/:token/glyphs/:fonts/:range',
    summary: 'Glyphs of the style: 256 characters of a font',
    needs: 'link',
    cost: PART_COST,
    params: style.extend({
      fonts: z
        .string()
        .regex(/^[^/\\{}%?#\p{Cc}]*[^/\\{}%?#\p{Cc}.][^/\\{}%?#\p{Cc}]*$/u)
        .max(250),
      range: z.string().regex(/^\d{1,5}-\d{1,5}$/),
    }),
    reply: z.unknown(),
    raw: 'application/x-protobuf',
  },
} as const satisfies Record<string, Endpoint>

/**
 * An online street map of the world that needs no API key. The server's owner can choose it for the whole server. Pages
 * load it through this server, at `path`.
 */
export const PUBLIC_MAP = {
  token: 'public',
  path: '/map/public/style.json',
  name: 'OpenFreeMap',
  host: 'tiles.openfreemap.org',
  styleUrl: 'https://tiles.openfreemap.org/styles/liberty',
} as const
