import {
  type Action,
  type Actor,
  type AoiSummary,
  type LngLat,
  type OgcCollectionId,
  type OgcItemsQuery,
  Problem,
  placeOf,
} from '#contract'
import { aoiFilter } from '../../core/aoi/filter.ts'
import { page } from '../../core/aoi/list.ts'
import * as regions from '../../core/region/queries.ts'
import type { Tiles } from '../../memory/tile/tiles.ts'
import type { Db } from '../../platform/db/database.ts'
import { chosen, listed } from '../export/aois.ts'
import { withoutVisitorsWords } from '../export/visitors-words.ts'
import type { Cell, Row } from '../formats/table.ts'
import { type Box, meetsBox } from './box.ts'

export type Items = { rows: Row[]; nextCursor: string | null }

export type Collection = {
  title: string
  description: string
  /** The collection does not exist for callers without this right. */
  right: Action
  /** Names of the properties, in the order of a row's cells. */
  properties: readonly string[]
  items: (db: Db, actor: Actor, query: OgcItemsQuery) => Promise<Items>
  item: (db: Db, actor: Actor, id: string) => Promise<Row | undefined>
  extent: (db: Db, actor: Actor, tiles: Tiles) => Promise<Box | undefined>
}

type Fields = Record<string, (aoi: AoiSummary) => Cell>

const shared: Fields = {
  number: ({ number }) => number,
  name: ({ properties }) => properties.name,
  created: ({ properties }) => properties.creationTime,
  changed: ({ changedAt }) => changedAt,
  address: ({ address }) => address,
  regionId: ({ region }) => region,
}
const eventFields: Fields = {
  ...shared,
  state: ({ state }) => state,
  type: ({ properties: { publicAction } }) => publicAction?.name,
  typeId: ({ properties: { publicAction } }) => publicAction?._id,
}
const activityFields: Fields = {
  ...shared,
  state: ({ state }) => state,
  start: ({ properties: { activity } }) => activity?.startTime,
  end: ({ properties: { activity } }) => activity?.plannedTime,
  communityId: ({ properties: { activity } }) => activity?.communityId,
}
const areaFields: Fields = {
  ...shared,
  status: ({ properties: { status } }) => status,
  radiusMetres: ({ properties: { area } }) => area?.radiusMetres,
}

type Kind = { isActivity?: true; isSensors?: true }

const everything = (kind: Kind) => ({ ...kind, type: 'all', sort: 'createdAt', order: 'desc' }) as const

const rowsOf = async (db: Db, actor: Actor, fields: Fields, aois: readonly AoiSummary[]): Promise<Row[]> =>
  (await withoutVisitorsWords(db, actor, aois)).map((aoi) => ({
    id: aoi._id,
    name: aoi.properties.name,
    place: placeOf(aoi),
    outline: aoi.properties.area?.coordinates ?? undefined,
    cells: Object.values(fields).map((cellOf) => cellOf(aoi)),
  }))

/** A page, in the order of ids, of a short list that is read whole. */
const pageOf = (all: readonly Row[], { bbox, cursor, limit }: OgcItemsQuery): Items => {
  const rows = all
    .filter(({ id }) => cursor === undefined || id > cursor)
    .filter((row) => !bbox || meetsBox(row, bbox))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
  const shown = rows.slice(0, limit)
  return { rows: shown, nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}

const aois = (kind: Kind, fields: Fields): Omit<Collection, 'title' | 'description' | 'items'> => ({
  right: 'aoi.list',
  properties: Object.keys(fields),
  item: async (db, actor, id) => {
    const [found = []] = await Array.fromAsync(
      chosen(db, actor, { query: everything(kind), ids: [id], language: 'en' }, [id]),
    )
    return (await rowsOf(db, actor, fields, found))[0]
  },
  extent: async (_db, actor, tiles) => (await tiles.bounds(aoiFilter(everything(kind), actor))) ?? undefined,
})

/** AOIs as points. There may be millions. */
const points = (kind: Kind, fields: Fields): Omit<Collection, 'title' | 'description'> => ({
  ...aois(kind, fields),
  items: async (db, actor, { limit, bbox, datetime, cursor }) => {
    const filter = { ...everything(kind), bbox, startTime: datetime?.from, endTime: datetime?.to }
    const { rows, nextCursor } = await page(db, actor, { ...filter, limit, cursor, answers: false, groups: false })
    const found = rows.map(({ json }) => JSON.parse(json) as AoiSummary)
    return { rows: await rowsOf(db, actor, fields, found), nextCursor }
  },
})

const areas: Omit<Collection, 'title' | 'description'> = {
  ...aois({ isSensors: true }, areaFields),
  items: async (db, actor, query) => {
    const { from, to } = query.datetime ?? {}
    const filter = { ...everything({ isSensors: true }), startTime: from, endTime: to }
    const all = await Array.fromAsync(listed(db, actor, filter, { answers: false }))
    return pageOf(await rowsOf(db, actor, areaFields, all.flat()), query)
  },
}

const regionRows = async (db: Db, { visibleServiceIds }: Actor): Promise<Row[]> =>
  (await regions.ofServices(db, visibleServiceIds)).map(({ _id, name, geometry }) => ({
    id: _id,
    name,
    outline: geometry.coordinates,
    cells: [name],
  }))

const boundsOf = (corners: readonly LngLat[]): Box | undefined => {
  if (corners.length === 0) return undefined
  const [first = [0, 0]] = corners
  return corners.reduce<Box>(
    ([west, south, east, north], [lng, lat]) => [
      Math.min(west, lng),
      Math.min(south, lat),
      Math.max(east, lng),
      Math.max(north, lat),
    ],
    [...first, ...first],
  )
}

export const collections: Record<OgcCollectionId, Collection> = {
  events: {
    title: 'Events',
    description: 'Reported events, by the time of their creation',
    ...points({}, eventFields),
  },
  activities: {
    title: 'Activities',
    description: 'Activities of communities, by the time of their creation',
    ...points({ isActivity: true }, activityFields),
  },
  'sensor-areas': {
    title: 'Sensor areas',
    description: 'Areas of sensors with their status: polygons, or points with a radius',
    ...areas,
  },
  regions: {
    title: 'Regions',
    description: 'Regions of the map',
    right: 'region.list',
    properties: ['name'],
    items: async (db, actor, query) => pageOf(await regionRows(db, actor), query),
    item: async (db, actor, id) => (await regionRows(db, actor)).find((row) => row.id === id),
    extent: async (db, actor) => boundsOf((await regionRows(db, actor)).flatMap(({ outline = [] }) => outline.flat())),
  },
}

const isCursorOfPage = (id: OgcCollectionId) => id === 'events' || id === 'activities'

/** Throws if the cursor of a list that is read whole is not an id. */
export const requireCursor = (id: OgcCollectionId, cursor: string | undefined): void => {
  if (cursor !== undefined && !isCursorOfPage(id) && !/^[\da-f-]{36}$/.test(cursor))
    throw new Problem('invalid', { fields: { cursor: 'form.invalid' } })
}
