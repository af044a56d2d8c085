import { mkdir, open, rename, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Box } from '#contract'
import { type ArchiveReader, openReader } from '../archive/reader.ts'
import { writeHead } from '../archive/writer.ts'
import { StreetsError } from '../error.ts'
import { openArea } from '../library.ts'
import { downloadTiles } from './download.ts'
import type { HttpSource } from './http-source.ts'
import { type ExtractPlan, planExtract } from './plan.ts'
import { partOf, removePart } from './unfinished.ts'

export type Order = { box: Box; maxZoom: number; name: string }

/** `address` is undefined for a file. */
export type Source = Pick<HttpSource, 'read' | 'version'> & { address?: string }

export type PreparedExtract = {
  order: Order
  plan: Omit<ExtractPlan, 'entries'>
  reader: ArchiveReader
  head: Buffer
  bytes: number
}

/** Free space to leave for the rest of the server. */
const SPARE_BYTES = 100_000_000

const DATA_TIME = 'planetiler:osm:osmosisreplicationtime'
const plainWord = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\w.:+-]{1,60}$/.test(value) ? value : undefined

const layersOf = (value: unknown): { id: string; fields: object }[] =>
  (Array.isArray(value) ? value : []).flatMap((layer: { id?: unknown } | null) => {
    const id = plainWord(layer?.id)
    return id ? [{ id, fields: {} }] : []
  })

/** Copies only the metadata that the map needs, as plain text, because the source is untrusted. */
const metadataFor = (source: Record<string, unknown>, { name, box }: Order): object => ({
  name: 'Streets',
  attribution: '© OpenStreetMap contributors',
  vector_layers: layersOf(source.vector_layers),
  version: plainWord(source.version),
  [DATA_TIME]: plainWord(source[DATA_TIME]),
  cohesion: { name, box },
})

export const prepareExtract = async (source: Source, order: Order, signal?: AbortSignal): Promise<PreparedExtract> => {
  const reader = await openReader(source, signal)
  // `plan` leaves out the entries, which take much memory, because the head contains them.
  const { entries, ...plan } = await planExtract(reader, order, signal)
  const head = writeHead({
    ...plan,
    entries,
    contents: plan.contents.length,
    metadata: metadataFor(await reader.metadata(), order),
    source: reader.header,
  })
  return { order, plan, reader, head, bytes: head.length + plan.tileBytes }
}

const readFreeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

type FetchOptions = {
  onProgress?: (bytes: number) => void
  signal?: AbortSignal
  freeBytes?: (folder: string) => Promise<number>
}

const isDiskFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes((error as { code?: string }).code ?? '')

/**
 * Fetches a prepared extract and renames it into place when it is complete and readable. An interrupted one resumes
 * unless the source has changed.
 */
export const fetchExtract = async (
  source: Source,
  { order, plan, reader, head, bytes }: PreparedExtract,
  target: string,
  { onProgress, signal, freeBytes = readFreeBytes }: FetchOptions = {},
): Promise<void> => {
  const part = partOf(target)
  await mkdir(dirname(target), { recursive: true })
  if ((await freeBytes(dirname(target))) < bytes + SPARE_BYTES) throw new StreetsError('diskFull')
  try {
    const origin = { order, ...(source.address && { source: source.address }) }
    const version = source.version()
    await downloadTiles({ source, header: reader.header, plan, head, part, version, origin, onProgress, signal })
    // Opens the archive as the server will, to verify it.
    await (await openArea(part)).archive.close()
  } catch (problem) {
    const error = isDiskFull(problem) ? new StreetsError('diskFull', problem) : problem
    const isUseless = error instanceof StreetsError && !['unreachable', 'failing', 'cancelled'].includes(error.reason)
    if (isUseless) await removePart(part)
    throw error
  }
  await placeFile(part, target)
  await removePart(part)
}

/** Replaces `target` atomically. Data is synced first, so that it survives a power loss. */
export const placeFile = async (file: string, target: string): Promise<void> => {
  const handle = await open(file, 'r')
  await handle.datasync().finally(() => handle.close())
  await rename(file, target)
}
