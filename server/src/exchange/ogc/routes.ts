import { Readable } from 'node:stream'
import {
  type Actor,
  addressOf,
  BASE_PATH,
  GEOJSON_TYPE,
  mayEver,
  type OgcCollection,
  OgcCollectionId,
  type OgcItemsQuery,
  type OgcLink,
  ogcApi,
  orNotFound,
} from '#contract'
import type { Tiles } from '../../memory/tile/tiles.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Client, serve, serveRaw } from '../../platform/http/serve.ts'
import { featureText } from '../formats/geojson.ts'
import { type Collection, collections, requireCursor } from './collections.ts'

const CRS84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84'
const JSON_TYPE = 'application/json'
const conformsTo = ['core', 'geojson'].map((name) => `http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/${name}`)

const queryText = ({ limit, bbox, datetime, cursor }: OgcItemsQuery): string => {
  const time = datetime && [datetime.from, datetime.to].map((end) => end?.toISOString() ?? '..').join('/')
  return new URLSearchParams({
    limit: String(limit),
    ...(bbox && { bbox: bbox.join() }),
    ...(time && { datetime: time }),
    ...(cursor && { cursor }),
  }).toString()
}

const geojson = (text: string) => ({
  status: 200,
  headers: {
    'content-type': GEOJSON_TYPE,
    'content-crs': `<${CRS84}>`,
    'cache-control': 'private, no-store',
  },
  stream: Readable.from([Buffer.from(text)]),
})

type Tools = { publicUrl: string; hasPublicUrl: boolean; tiles: Tiles }

export const ogcRoutes = ({ publicUrl, hasPublicUrl, tiles }: Tools) => {
  /** Links are absolute, because QGIS and GDAL do not resolve relative ones. */
  const linksFor = ({ reachedAt }: Client) => {
    const origin = hasPublicUrl ? publicUrl : (reachedAt ?? publicUrl)
    return (rel: string, type: string, path: string, title?: string): OgcLink => ({
      href: origin + path,
      rel,
      type,
      ...(title && { title }),
    })
  }
  const itemsPath = (collection: OgcCollectionId) => addressOf(ogcApi.items, { collection })
  const collectionPath = (collection: OgcCollectionId) => addressOf(ogcApi.collection, { collection })

  const visible = (actor: Actor, id: OgcCollectionId): Collection =>
    orNotFound(mayEver(actor, collections[id].right) ? collections[id] : undefined)

  type Asked = { db: Db; actor: Actor; client: Client }
  const describe = async ({ db, actor, client }: Asked, id: OgcCollectionId): Promise<OgcCollection> => {
    const linkTo = linksFor(client)
    const { title, description, extent } = visible(actor, id)
    const box = await extent(db, actor, tiles)
    return {
      id,
      title,
      description,
      itemType: 'feature',
      crs: [CRS84],
      ...(box && { extent: { spatial: { bbox: [[...box]], crs: CRS84 } } }),
      links: [
        linkTo('self', JSON_TYPE, collectionPath(id), title),
        linkTo('items', GEOJSON_TYPE, itemsPath(id), title),
      ],
    }
  }

  return [
    serve(ogcApi.landing, async ({ client, allow }) => {
      allow()
      const linkTo = linksFor(client)
      return {
        title: 'Cohesion',
        description: 'Events, activities, sensor areas and regions',
        links: [
          linkTo('self', JSON_TYPE, addressOf(ogcApi.landing), 'This page'),
          linkTo(
            'service-desc',
            'application/vnd.oai.openapi+json;version=3.1',
            `${BASE_PATH}/openapi.json`,
            'The API',
          ),
          linkTo('service-doc', 'text/html', `${BASE_PATH}/docs`, 'The API, to read'),
          linkTo('conformance', JSON_TYPE, addressOf(ogcApi.conformance), 'Conformance'),
          linkTo('data', JSON_TYPE, addressOf(ogcApi.collections), 'Collections'),
        ],
      }
    }),

    serve(ogcApi.conformance, async ({ allow }) => {
      allow()
      return { conformsTo }
    }),

    serve(ogcApi.collections, async ({ db, actor, client, allow }) => {
      allow()
      const shown: OgcCollection[] = []
      for (const id of OgcCollectionId.options)
        if (mayEver(actor, collections[id].right)) shown.push(await describe({ db, actor, client }, id))
      return { links: [linksFor(client)('self', JSON_TYPE, addressOf(ogcApi.collections))], collections: shown }
    }),

    serve(ogcApi.collection, async ({ db, actor, client, params, allow }) => {
      allow()
      return describe({ db, actor, client }, params.collection)
    }),

    serveRaw(ogcApi.items, async ({ db, actor, client, params: { collection: id }, query, allow }) => {
      allow()
      const linkTo = linksFor(client)
      const { items, properties } = visible(actor, id)
      requireCursor(id, query.cursor)
      const { rows, nextCursor } = await items(db, actor, query)
      const keys = properties.map((name) => JSON.stringify(name))
      const links = [
        linkTo('self', GEOJSON_TYPE, `${itemsPath(id)}?${queryText(query)}`),
        linkTo('collection', JSON_TYPE, collectionPath(id)),
        ...(nextCursor
          ? [linkTo('next', GEOJSON_TYPE, `${itemsPath(id)}?${queryText({ ...query, cursor: nextCursor })}`)]
          : []),
      ]
      const about = {
        type: 'FeatureCollection',
        timeStamp: new Date().toISOString(),
        numberReturned: rows.length,
        links,
      }
      const features = rows.map((row) => featureText(row, keys)).join(',\n')
      return geojson(`${JSON.stringify(about).slice(0, -1)},"features":[\n${features}]}\n`)
    }),

    serveRaw(ogcApi.item, async ({ db, actor, client, params: { collection: id, id: featureId }, allow }) => {
      allow()
      const linkTo = linksFor(client)
      const { item, properties } = visible(actor, id)
      const row = orNotFound(await item(db, actor, featureId))
      const keys = properties.map((name) => JSON.stringify(name))
      const links = [
        linkTo('self', GEOJSON_TYPE, addressOf(ogcApi.item, { collection: id, id: row.id })),
        linkTo('collection', JSON_TYPE, collectionPath(id)),
      ]
      return geojson(`${featureText(row, keys).slice(0, -1)},"links":${JSON.stringify(links)}}\n`)
    }),
  ]
}
