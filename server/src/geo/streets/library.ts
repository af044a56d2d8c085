import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { TileType } from 'pmtiles'
import { addressOf, type Box, type StreetsReason, streetsApi, type TileSet } from '#contract'
import { type ArchiveFile, openArchiveFile } from './archive/file.ts'
import { StreetsError } from './error.ts'

export const STREETS_FOLDER = 'streets'
/** An archive that an operator places directly in the data folder. */
const SINGLE_FILE = 'basemap.pmtiles'
const ENDING = '.pmtiles'

export type Area = {
  id: string
  kind: TileSet['kind']
  name: string | undefined
  box: Box
  minZoom: number
  maxZoom: number
  bytes: number
  /** When the data was taken from OpenStreetMap, if the archive contains that time. */
  dataTime: string | undefined
  modified: Date
  path: string
  archive: ArchiveFile
}
type Unusable = { id: string; bytes: number; reason: StreetsReason }

type Log = { warn: (details: object, text: string) => void }

const textOf = (value: unknown, most: number): string | undefined =>
  typeof value === 'string' && value.length > 0 ? value.slice(0, most) : undefined

const timeOf = (value: unknown): string | undefined => {
  const time = Date.parse(String(value))
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

const hasStreets = ({ vector_layers: layers }: Record<string, unknown>): boolean => {
  const ids = Array.isArray(layers) ? layers.map((layer) => (layer as { id?: unknown } | null)?.id) : []
  return ids.includes('roads') && ids.includes('earth')
}

export const openArea = async (path: string): Promise<Area> => {
  const archive = await openArchiveFile(path)
  try {
    const { header, size, modified } = archive
    const metadata = await archive.metadata()
    const isVector = header.tileType === TileType.Mvt
    if (isVector && !hasStreets(metadata)) throw new StreetsError('otherSchema')
    return {
      id: basename(path, ENDING),
      kind: isVector ? 'streets' : 'pictures',
      name: textOf((metadata.cohesion as { name?: unknown } | undefined)?.name, 200),
      box: [header.minLon, header.minLat, header.maxLon, header.maxLat],
      minZoom: header.minZoom,
      maxZoom: header.maxZoom,
      bytes: size,
      dataTime: timeOf(metadata['planetiler:osm:osmosisreplicationtime']),
      modified,
      path,
      archive,
    }
  } catch (error) {
    await archive.close()
    throw error
  }
}

const tileSetsOf = (areas: readonly Area[], revision: string): TileSet[] =>
  [...Map.groupBy(areas, ({ kind }) => kind)].map(([kind, members]) => ({
    kind,
    tiles: addressOf(streetsApi.tile, { revision, set: kind, z: 'Z', x: 'X', y: 'Y' }).replace('Z/X/Y', '{z}/{x}/{y}'),
    minZoom: Math.min(...members.map(({ minZoom }) => minZoom)),
    maxZoom: Math.max(...members.map(({ maxZoom }) => maxZoom)),
    areas: members.map(({ box }) => box),
    lastZooms: members.map(({ maxZoom }) => maxZoom),
  }))

/** Precedence of archives: those with more zooms first, then newer ones. */
const byDetail = (one: Area, other: Area) =>
  other.maxZoom - one.maxZoom || other.modified.getTime() - one.modified.getTime()

/** Whether an archive covers the middle of the area; without an area, whether there is any archive. */
export const coversArea = (sets: readonly TileSet[], area: Box | null): boolean => {
  const boxes = sets.flatMap(({ areas }) => areas)
  if (!area) return boxes.length > 0
  const lng = (area[0] + area[2]) / 2
  const lat = (area[1] + area[3]) / 2
  return boxes.some(([west, south, east, north]) => lng >= west && lng <= east && lat >= south && lat <= north)
}

type Contents = { key: string; revision: string; areas: Area[]; unusable: Unusable[] }

type LibraryOptions = {
  dataFolder: string
  log: Log
  onContents?: (areas: readonly Area[]) => void
}

/** The archives of the data folder. `refresh` finds new ones without a restart. */
export const openLibrary = ({ dataFolder, log, onContents }: LibraryOptions) => {
  const folder = join(dataFolder, STREETS_FOLDER)
  let contents: Contents = { key: '', revision: '0', areas: [], unusable: [] }
  /** Replaced archives, which earlier requests may still read. */
  let retired: Area[] = []
  let refreshing: Promise<Contents> | undefined

  const listFiles = async () => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(ENDING)).sort()
    const paths = [...names.map((name) => join(folder, name)), join(dataFolder, SINGLE_FILE)]
    const files = await Promise.all(
      paths.map((path) =>
        stat(path).then(
          ({ size, mtimeMs, ino }) => ({ path, size, key: `${basename(path)} ${size} ${mtimeMs} ${ino}` }),
          () => undefined,
        ),
      ),
    )
    return files.filter((file) => file !== undefined)
  }

  const load = async (): Promise<Contents> => {
    const files = await listFiles()
    const key = files.map((file) => file.key).join('\n')
    if (key === contents.key) return contents
    const next: Contents = { key, revision: hash(key), areas: [], unusable: [] }
    for (const { path, size } of files) {
      try {
        next.areas.push(await openArea(path))
      } catch (error) {
        if (!(error instanceof StreetsError)) throw error
        log.warn({ path, reason: error.reason }, error.message)
        next.unusable.push({ id: basename(path, ENDING), bytes: size, reason: error.reason })
      }
    }
    next.areas.sort(byDetail)
    await Promise.all(retired.map(({ archive }) => archive.close()))
    retired = contents.areas
    contents = next
    onContents?.(next.areas)
    return next
  }

  const refresh = (): Promise<Contents> => {
    refreshing ??= load().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  return {
    folder,
    refresh,
    pathOf: (id: string) => join(id === basename(SINGLE_FILE, ENDING) ? dataFolder : folder, `${id}${ENDING}`),
    tileSets: async (): Promise<TileSet[]> => {
      const { areas, revision } = await refresh()
      return tileSetsOf(areas, revision)
    },
    hasSet: (set: string) => contents.areas.some(({ kind }) => kind === set),
    /** The stored bytes and their archive; undefined if no archive of the set has the tile. */
    async tile(set: string, z: number, x: number, y: number) {
      for (const { kind, archive } of contents.areas) {
        if (kind !== set) continue
        const bytes = await archive.tile(z, x, y)
        if (bytes) return { bytes, header: archive.header }
      }
      return undefined
    },
    /** Whether an archive ends before this zoom and has the parent tile at its last zoom. */
    async hasAncestor(set: string, z: number, x: number, y: number): Promise<boolean> {
      for (const { kind, maxZoom, archive } of contents.areas) {
        if (kind !== set || maxZoom >= z) continue
        const size = 2 ** (z - maxZoom)
        if (await archive.hasTile(maxZoom, Math.floor(x / size), Math.floor(y / size))) return true
      }
      return false
    },
    /** Identifies the current contents, because open pages may still use earlier ones. */
    revision: () => contents.revision,
    stop: async () => {
      await refreshing?.catch(() => {})
      await Promise.all([...contents.areas, ...retired].map(({ archive }) => archive.close()))
    },
  }
}
export type Library = ReturnType<typeof openLibrary>

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)
