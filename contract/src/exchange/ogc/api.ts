import { z } from 'zod'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { Id } from '../../platform/kit/schema.ts'

/** OGC API – Features – Part 1: Core 1.0 (OGC 17-069r4) with GeoJSON, for QGIS, ogr2ogr and other GIS programs. */

export const GEOJSON_TYPE = 'application/geo+json'

export const OgcLink = z.object({ href: z.url(), rel: z.string(), type: z.string(), title: z.string().optional() })
export type OgcLink = z.infer<typeof OgcLink>
const links = z.array(OgcLink)

export const OgcCollection = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  itemType: z.literal('feature'),
  crs: z.array(z.url()),
  extent: z.object({ spatial: z.object({ bbox: z.array(z.array(z.number())), crs: z.url() }) }).optional(),
  links,
})
export type OgcCollection = z.infer<typeof OgcCollection>

const number = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i

/** `west,south,east,north` in degrees. Heights in a box of six numbers are ignored. West may be greater than east. */
const Box = z.string().transform((text, context) => {
  const parts = text.split(',')
  const [west = 0, south = 0, east = 0, north = 0] = (
    parts.length === 6 ? [0, 1, 3, 4].map((at) => parts[at] ?? '') : parts
  ).map(Number)
  if (![4, 6].includes(parts.length) || !parts.every((part) => number.test(part)) || south > north) {
    context.addIssue({ code: 'custom', message: 'form.invalid' })
    return z.NEVER
  }
  return [west, south, east, north] as [number, number, number, number]
})

const moment = z.iso.datetime({ offset: true })

/** A time, or an interval of two times, with `..` or an empty text for an open end. */
const Interval = z.string().transform((text, context) => {
  const [first = '', last = first, more] = text.split('/')
  const isOpen = (end: string) => text.includes('/') && (end === '..' || end === '')
  const times = [first, last].map((end) =>
    isOpen(end) ? undefined : moment.safeParse(end).success ? new Date(end) : null,
  )
  const [from, to] = times
  if (more !== undefined || times.includes(null) || !(from || to) || (from && to && from > to)) {
    context.addIssue({ code: 'custom', message: 'form.invalid' })
    return z.NEVER
  }
  return { from: from ?? undefined, to: to ?? undefined }
})

export const OGC_LIMIT = 1000

/** Strict, because the standard requires that unknown parameters are rejected. */
const noQuery = z.strictObject({ f: z.literal('json').optional() })

export const OgcItemsQuery = z.strictObject({
  f: z.enum(['json', 'geojson']).optional(),
  /** Larger numbers are reduced to the maximum. */
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .default(100)
    .transform((limit) => Math.min(limit, OGC_LIMIT)),
  bbox: Box.optional(),
  /** Filters by time of creation. Regions have no time and always match. */
  datetime: Interval.optional(),
  /** From a `next` link. */
  cursor: z.string().max(1000).optional(),
  /** Accepted because ogc-client sends it with every request. */
  offset: z.literal('0').optional(),
})
export type OgcItemsQuery = z.infer<typeof OgcItemsQuery>

export const OgcCollectionId = z.enum(['events', 'activities', 'sensor-areas', 'regions'])
export type OgcCollectionId = z.infer<typeof OgcCollectionId>

const params = z.object({ collection: OgcCollectionId })

export const ogcApi = {
  landing: {
    method: 'GET',
    path: '/ogc',
    summary: 'OGC API Features: the landing page',
    needs: 'region.list',
    takesBasic: true,
    query: noQuery,
    reply: z.object({ title: z.string(), description: z.string(), links }),
  },
  conformance: {
    method: 'GET',
    path: '/ogc/conformance',
    summary: 'OGC API Features: conformance classes',
    needs: 'region.list',
    takesBasic: true,
    query: noQuery,
    reply: z.object({ conformsTo: z.array(z.url()) }),
  },
  collections: {
    method: 'GET',
    path: '/ogc/collections',
    summary: 'OGC API Features: the collections that the caller may read',
    needs: 'region.list',
    takesBasic: true,
    query: noQuery,
    reply: z.object({ links, collections: z.array(OgcCollection) }),
  },
  collection: {
    method: 'GET',
    path: '/ogc/collections/:collection',
    summary: 'OGC API Features: a collection',
    needs: 'region.list',
    takesBasic: true,
    params,
    query: noQuery,
    reply: OgcCollection,
  },
  items: {
    method: 'GET',
    path: '/ogc/collections/:collection/items',
    summary: 'OGC API Features: features of a collection, in pages, newest first',
    needs: 'region.list',
    takesBasic: true,
    params,
    query: OgcItemsQuery,
    cost: 3,
    reply: z.unknown(),
    raw: GEOJSON_TYPE,
  },
  item: {
    method: 'GET',
    path: '/ogc/collections/:collection/items/:id',
    summary: 'OGC API Features: a feature',
    needs: 'region.list',
    takesBasic: true,
    params: params.extend({ id: Id }),
    query: noQuery,
    reply: z.unknown(),
    raw: GEOJSON_TYPE,
  },
} as const satisfies Record<string, Endpoint>
