import { z } from 'zod'
import { StreetsError } from '../error.ts'
import { type Order, type PreparedExtract, prepareExtract } from './extract.ts'
import { type HttpSource, openHttpSource, type RangeFetch } from './http-source.ts'

/** Daily maps of the planet from OpenStreetMap by Protomaps, which permits extracts. */
const LIST = 'https://build-metadata.protomaps.dev/builds.json'
const FILES = 'https://build.protomaps.com'

const Build = z.object({ key: z.string().regex(/^\d{8}\.pmtiles$/), version: z.string() })

const readList = (text: string): unknown[] => {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}

/** The address of the newest build with version 4 of the schema, which the map style draws. */
export const newestBuild = async (fetch: RangeFetch, signal?: AbortSignal): Promise<string> => {
  const options = { maxBytes: 2_000_000, timeoutMs: 20_000, ...(signal && { signal }) }
  const { status, body } = await fetch(LIST, options).catch((cause: unknown) => {
    throw new StreetsError(signal?.aborted ? 'cancelled' : 'unreachable', cause)
  })
  if (status !== 200) throw new StreetsError('failing')
  const builds = readList(body.toString()).flatMap((item) => Build.safeParse(item).data ?? [])
  const keys = builds.filter(({ version }) => version.startsWith('4.')).map(({ key }) => key)
  const newest = keys.sort().at(-1)
  if (!newest) throw new StreetsError('failing')
  return `${FILES}/${newest}`
}

const isBuild = (address: string) => new RegExp(`^${FILES}/\\d{8}\\.pmtiles$`).test(address)

type Planet = {
  fetch: RangeFetch
  newest: () => Promise<string>
  /** Start of an unfinished download of the same area. */
  begun: string | undefined
  signal?: AbortSignal | undefined
}

/**
 * Prepares an extract from the daily builds. Resumes an unfinished download with its own build; uses the newest build
 * otherwise.
 */
export const prepareFromBuilds = async (
  order: Order,
  { fetch, newest, begun, signal }: Planet,
): Promise<{ source: HttpSource; prepared: PreparedExtract }> => {
  const from = async (address: string) => {
    const source = openHttpSource(address, { fetch })
    return { source, prepared: await prepareExtract(source, order, signal) }
  }
  if (begun && isBuild(begun)) {
    try {
      return await from(begun)
    } catch (error) {
      if (!(error instanceof StreetsError && error.reason === 'notFound')) throw error
    }
  }
  return from(await newest())
}
