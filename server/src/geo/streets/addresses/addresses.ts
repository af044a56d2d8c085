import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { AddressState, FoundPlace, Language, LngLat } from '#contract'
import type { Area } from '../library.ts'
import { runBuild } from './builder.ts'
import { toMapPoint } from './geometry.ts'
import { type AddressIndex, keyOf, openIndex } from './index-file.ts'
import { namesStreet } from './query.ts'
import { streetAddress } from './reverse.ts'
import { type FoundAddress, searchIndex } from './search.ts'
import { openSettlements, type Settlements } from './settlements.ts'
import { openStreetTiles, type StreetTiles } from './street-tile.ts'

type Log = { warn: (details: object, text: string) => void }
type SearchOptions = { language: Language; near?: LngLat | undefined; limit: number }

const ENDING = '.addresses'
/** A look-up reads up to four tiles, and the next look-up is often nearby. */
const CACHED_TILES = 24

type AreaAddresses = {
  area: Area
  key: string
  state: AddressState
  tiles: StreetTiles
  index?: AddressIndex
  settlements?: Promise<Settlements>
}

const contains = ([west, south, east, north]: Area['box'], [lng, lat]: LngLat) =>
  lng >= west && lng <= east && lat >= south && lat <= north

/**
 * Addresses from the server's own streets. Reverse look-ups read tiles; search needs an index, built once per archive
 * in a child process and stored beside it.
 */
export const openStreetAddresses = ({ folder, log }: { folder: string; log: Log }) => {
  let areas: AreaAddresses[] = []
  let syncing = Promise.resolve()
  let building: Promise<void> | undefined
  let stopBuild = new AbortController()
  let running: Promise<boolean> | undefined
  let buildingId: string | undefined
  let isStopped = false

  const fileOf = (id: string) => join(folder, `${id}${ENDING}`)

  const removeOrphans = async (pathsById: Map<string, string>) => {
    for (const name of await readdir(folder).catch(() => [])) {
      const [, id, draft] = /^(.+?)\.addresses(\.[\w-]+)?$/.exec(name) ?? []
      if (id === undefined || (draft && id === buildingId)) continue
      const path = pathsById.get(id) ?? join(folder, `${id}.pmtiles`)
      const hasArchive = await stat(path).then(() => true, () => false) // biome-ignore format: one line
      if (draft || !hasArchive) await rm(join(folder, name), { force: true })
    }
  }

  const openArea = async (area: Area): Promise<AreaAddresses> => {
    const key = keyOf(area.archive)
    const index = await openIndex(fileOf(area.id), key)
    return {
      area,
      key,
      tiles: openStreetTiles(area.archive, CACHED_TILES),
      ...(index ? { index, state: readyState(index) } : { state: { state: 'waiting' } }),
    }
  }

  const buildAll = async () => {
    for (;;) {
      const next = areas.find(({ state }) => state.state === 'waiting')
      if (!next || isStopped) return
      stopBuild = new AbortController()
      buildingId = next.area.id
      next.state = { state: 'building', percent: 0 }
      const target = fileOf(next.area.id)
      const onProgress = (part: number) => {
        next.state = { state: 'building', percent: Math.floor(part * 100) }
      }
      running = runBuild({ path: next.area.path, target, onProgress, signal: stopBuild.signal })
      const isBuilt = await running
      buildingId = undefined
      const index = isBuilt ? await openIndex(target, next.key) : undefined
      if (index && areas.includes(next)) {
        Object.assign(next, { index, state: readyState(index) })
        // The next look-up loads the villages of the new index.
        delete next.settlements
      } else {
        await index?.close()
        next.state = { state: 'failed' }
        if (areas.includes(next) && !isStopped)
          log.warn({ area: next.area.id }, 'streets: the addresses of an area could not be built')
      }
    }
  }

  const apply = async (current: readonly Area[]) => {
    const streets = current.filter(({ kind }) => kind === 'streets')
    const before = new Map(areas.map((known) => [known.area, known]))
    const next = await Promise.all(streets.map((area) => before.get(area) ?? openArea(area)))
    const gone = areas.filter((known) => !next.includes(known))
    areas = next
    if (gone.some(({ state }) => state.state === 'building')) {
      stopBuild.abort()
      await running
    }
    await Promise.all(gone.map(({ index }) => index?.close()))
    await removeOrphans(new Map(streets.map(({ id, path }) => [id, path])))
    building ??= buildAll().finally(() => {
      building = undefined
    })
  }

  const settlementsOf = (known: AreaAddresses): Promise<Settlements> => {
    known.settlements ??= openSettlements(known.index?.columns.villages ?? [])
    return known.settlements
  }

  const searchAll = async (text: string, options: SearchOptions & { isStreet?: boolean }): Promise<FoundAddress[]> => {
    const { near, limit } = options
    const isNear = ({ area }: AreaAddresses) => Number(near !== undefined && contains(area.box, near))
    const places = new Map<string, FoundAddress>()
    for (const { index } of areas.toSorted((one, other) => isNear(other) - isNear(one))) {
      if (!index) continue
      for (const place of await searchIndex(index, options)(text))
        if (!places.has(place.address)) places.set(place.address, place)
    }
    return [...places.values()].slice(0, limit)
  }

  return {
    sync(current: readonly Area[]): Promise<void> {
      syncing = syncing.then(() => (isStopped ? undefined : apply(current))).catch((err: unknown) => {
        log.warn({ err }, 'streets: addresses could not be opened')
      }) // biome-ignore format: one chain
      return syncing
    },
    stateOf: ({ id, kind }: Pick<Area, 'id' | 'kind'>): AddressState => {
      if (kind === 'pictures') return { state: 'none' }
      return areas.find(({ area }) => area.id === id)?.state ?? { state: 'waiting' }
    },

    /** Address of a point from the most detailed archive with a named road nearby; null if there is none. */
    async addressOf(point: LngLat, language: Language): Promise<string | null> {
      for (const known of areas) {
        if (!contains(known.area.box, point)) continue
        const settlementAt = await settlementsOf(known)
        const address = await streetAddress(known.tiles, toMapPoint(point), language, settlementAt(point))
        if (address !== null) return address
      }
      return null
    },

    async search(text: string, options: SearchOptions): Promise<FoundPlace[]> {
      const found = await searchAll(text, options)
      return found.map(({ address, coordinates }) => ({ address, coordinates }))
    },

    /** The best match for an address. `isOnlyArea`: only the town or quarter of the street in the text was found. */
    async find(text: string, options: Omit<SearchOptions, 'limit'>) {
      const isStreet = namesStreet(text)
      const [street] = isStreet ? await searchAll(text, { ...options, limit: 1, isStreet }) : []
      const [found] = street ? [street] : await searchAll(text, { ...options, limit: 1 })
      if (!found) return undefined
      const { isArea, ...place } = found
      return { ...place, isOnlyArea: isStreet && isArea }
    },

    async stop(): Promise<void> {
      isStopped = true
      stopBuild.abort()
      await syncing
      await building
      await Promise.all(areas.map(({ index }) => index?.close()))
    },
  }
}
export type StreetAddresses = ReturnType<typeof openStreetAddresses>

const readyState = ({ columns: { streets, houses } }: AddressIndex): AddressState => ({
  state: 'ready',
  streets,
  houses,
})
