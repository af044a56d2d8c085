import type { Box, TileSet } from '#contract'
import { randomId } from '../../../api/random-id.ts'
import { streetLetters } from '../../../map/streets/letters.ts'
import { tilesOfArea } from './tiles.ts'

/** Prefix of the names of map caches, as in sw.ts and api/device/wipe.ts. */
const PREFIX = 'map-tiles'
const REVISION_HEADER = 'x-map-revision'
/** Written last, so a cache without this entry is unfinished. */
const DESCRIPTION = '/saved-map.json'
const AT_ONCE = 4

export type SavedMap = {
  area: Box
  bytes: number
  limitBytes: number
  /** False if the limit excluded some tiles or glyphs. */
  isComplete: boolean
  savedTime: string
  /** Revision of the map when it was saved; the current one differs after streets have changed. */
  revision: string
}
export type SaveProgress = { bytes: number; tiles: number; allTiles: number }

/**
 * Splits `…/tiles/REVISION/SET/z/x/y`. Tiles are saved without the revision, because an outdated street is better than
 * none.
 */
const parseAddress = (address: string) => {
  const [, before = '', revision = '', rest = ''] = /^(.*\/streets\/tiles\/)(\w+)\/(.*)$/.exec(address) ?? []
  return { key: `${before}saved/${rest}`, revision }
}

export const revisionOf = (tileSets: readonly TileSet[]): string => parseAddress(tileSets[0]?.tiles ?? '').revision

/** Whether the browser has a cache; without https it has none. */
export const canSave = (): boolean => 'caches' in globalThis

const cacheNames = async (): Promise<string[]> => (await caches.keys()).filter((name) => name.startsWith(PREFIX))

export const readSavedMap = async (): Promise<SavedMap | null> => {
  if (!canSave()) return null
  for (const name of (await cacheNames()).reverse()) {
    const answer = await (await caches.open(name)).match(DESCRIPTION)
    if (answer) return (await answer.json()) as SavedMap
  }
  return null
}

const removeAllBut = async (kept?: string): Promise<void> => {
  for (const name of await cacheNames()) if (name !== kept) await caches.delete(name)
}

export const removeSavedMap = (): Promise<void> => removeAllBut()

const removeUnfinished = async (): Promise<void> => {
  for (const name of await cacheNames())
    if (!(await (await caches.open(name)).match(DESCRIPTION))) await caches.delete(name)
}

/** Whether the device lacks room for the new map beside the old one. */
export const isOutOfRoom = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError'

type Order = {
  area: Box
  tileSets: readonly TileSet[]
  limitBytes: number
  signal: AbortSignal
  onProgress: (progress: SaveProgress) => void
}

/** Saves an area's tiles, all or up to the limit. The previous map is kept until the new one is finished. */
export const saveMap = async ({ area, tileSets, limitBytes, signal, onProgress }: Order): Promise<SavedMap> => {
  const tiles = tilesOfArea(area, tileSets)
  await removeUnfinished()
  const name = `${PREFIX}-${randomId()}`
  const cache = await caches.open(name)
  let bytes = 0
  let saved = 0
  let isComplete = true

  const save = async (address: string): Promise<void> => {
    const answer = await fetch(address, { signal })
    // Missing tiles are drawn from a parent tile, which is saved too.
    if (answer.status === 404) {
      onProgress({ bytes, tiles: ++saved, allTiles: tiles.length })
      return
    }
    if (!answer.ok) throw new Error(`a tile answered ${answer.status}`)
    const body = await answer.arrayBuffer()
    if (bytes + body.byteLength > limitBytes) {
      isComplete = false
      return
    }
    bytes += body.byteLength
    saved++
    const { key, revision } = parseAddress(address)
    const headers = { 'content-type': 'application/x-protobuf', [REVISION_HEADER]: revision }
    await cache.put(key, new Response(answer.status === 204 ? null : body, { status: answer.status, headers }))
    onProgress({ bytes, tiles: saved, allTiles: tiles.length })
  }

  /** Saves glyphs for local names, which may not be cached yet. */
  const saveLetters = async (address: string): Promise<void> => {
    const answer = await fetch(address, { signal })
    if (!answer.ok) throw new Error(`a font answered ${answer.status}`)
    const body = await answer.arrayBuffer()
    if (bytes + body.byteLength > limitBytes) {
      isComplete = false
      return
    }
    bytes += body.byteLength
    await cache.put(address, new Response(body, { headers: { 'content-type': 'font/woff2' } }))
  }

  const fonts = streetLetters.values()
  const queue = tiles.values()
  const work = async () => {
    for (const { url } of fonts) await saveLetters(url)
    for (const { address } of queue) {
      signal.throwIfAborted()
      if (!isComplete) return
      await save(address)
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, work))
  const failure = ended.find((result) => result.status === 'rejected')
  if (failure) {
    await caches.delete(name)
    throw failure.reason
  }
  const map: SavedMap = {
    area,
    bytes,
    limitBytes,
    isComplete,
    savedTime: new Date().toISOString(),
    revision: revisionOf(tileSets),
  }
  await cache.put(DESCRIPTION, new Response(JSON.stringify(map)))
  await removeAllBut(name)
  // Asks the browser to keep the map when the disk is full; saving succeeds also if it refuses.
  await navigator.storage?.persist?.().catch(() => false)
  return map
}
