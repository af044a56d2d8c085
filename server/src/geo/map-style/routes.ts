import { Readable } from 'node:stream'
import { BASE_PATH, mapStyleApi, orNotFound, Problem } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { serveRaw } from '../../platform/http/serve.ts'
import { openMapStyles } from './map-styles.ts'
import { fillGlyphs, fillSprite, fillTile, isTileId } from './templates.ts'
import type { Fetch, Resource } from './upstream.ts'

type Tools = {
  fetch: Fetch
  isOffline: () => Promise<boolean>
  styleUrlOf: (db: Db, token: string) => Promise<string | undefined>
}

const headers = {
  'x-content-type-options': 'nosniff',
  // A resource opened as a page has no rights in the browser.
  'content-security-policy': "default-src 'none'; sandbox",
}

const reply = ({ bytes, type, encoding }: Resource, cacheControl: string) =>
  bytes.length === 0
    ? { status: 204, headers: { ...headers, 'cache-control': cacheControl } }
    : {
        status: 200,
        headers: {
          ...headers,
          'cache-control': cacheControl,
          'content-type': type,
          'content-length': bytes.length,
          ...(encoding && { 'content-encoding': encoding }),
        },
        stream: Readable.from(bytes),
      }

const FOR_AN_HOUR = 'private, max-age=3600'

/**
 * Serves the map style of a service, and the style of the online street map, so that pages request no other host.
 * Callers name a resource of the stored style, never an address. Settings are read for each request, so that changes
 * apply at once on every server.
 */
export const mapStyleRoutes = ({ fetch, isOffline, styleUrlOf }: Tools) => {
  const styles = openMapStyles(fetch)
  const open = async (db: Db, token: string) => {
    const styleUrl = orNotFound(await styleUrlOf(db, token))
    if (await isOffline()) throw new Problem('offlineMode')
    return styles.open(token, styleUrl, `${BASE_PATH}/map/${token}`)
  }
  const absolute = (address: string, base: string): string => orNotFound(URL.parse(address, base)).href

  return [
    serveRaw(mapStyleApi.style, async ({ db, params: { token }, allow }) => {
      allow()
      const { text } = await open(db, token)
      return reply({ bytes: Buffer.from(text), type: 'application/json' }, 'private, no-cache')
    }),

    serveRaw(mapStyleApi.tile, async ({ db, params: { token, source, ...tile }, query: { ratio }, allow }) => {
      allow()
      if (!isTileId(tile)) throw new Problem('notFound')
      const tiles = (await open(db, token)).sources.get(source)
      if (tiles?.kind !== 'tiles') throw new Problem('notFound')
      const { templates, scheme, base, type, encoding } = tiles
      const template = orNotFound(templates[(tile.x + tile.y) % templates.length])
      const kind = type !== 'vector' ? 'rasterTile' : encoding === 'mlt' ? 'otherTile' : 'vectorTile'
      const address = absolute(fillTile(template, tile, scheme, ratio), base)
      return reply(await styles.fetch(token, kind, address), FOR_AN_HOUR)
    }),

    serveRaw(mapStyleApi.data, async ({ db, params: { token, source }, allow }) => {
      allow()
      const data = (await open(db, token)).sources.get(source)
      if (!data || data.kind === 'tiles') throw new Problem('notFound')
      return reply(await styles.fetch(token, data.kind === 'image' ? 'image' : 'geoJson', data.url), FOR_AN_HOUR)
    }),

    serveRaw(mapStyleApi.sprite, async ({ db, params: { token, file }, allow }) => {
      allow()
      const { sprites } = await open(db, token)
      const [, id = '', ratio = '', ending = ''] = /^(.+?)(@2x)?(\.json|\.png)$/.exec(file) ?? []
      const address = fillSprite(orNotFound(sprites.get(id)), ratio + ending)
      return reply(await styles.fetch(token, ending === '.json' ? 'spriteJson' : 'image', address), FOR_AN_HOUR)
    }),

    serveRaw(mapStyleApi.glyphs, async ({ db, params: { token, fonts, range }, allow }) => {
      allow()
      const { glyphs, base } = await open(db, token)
      const address = absolute(fillGlyphs(orNotFound(glyphs), fonts, range), base)
      return reply(await styles.fetch(token, 'glyphs', address), FOR_AN_HOUR)
    }),
  ]
}
