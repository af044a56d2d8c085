import { z } from 'zod'
import { StreetsError } from '../error.ts'
import type { RangeFetch } from './http-source.ts'

/** Daily maps of the whole planet, made from OpenStreetMap by Protomaps; free to take parts from. */
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

/** The address of the newest build of the schema that the style draws (version 4). */
export const newestBuild = async (fetch: RangeFetch, list: string = LIST, files: string = FILES): Promise<string> => {
  const { status, body } = await fetch(list, { maxBytes: 2_000_000, timeoutMs: 20_000 }).catch((cause: unknown) => {
    throw new StreetsError('unreachable', cause)
  })
  if (status !== 200) throw new StreetsError('failing')
  const builds = readList(body.toString()).flatMap((item) => Build.safeParse(item).data ?? [])
  const keys = builds.filter(({ version }) => version.startsWith('4.')).map(({ key }) => key)
  const newest = keys.sort().at(-1)
  if (!newest) throw new StreetsError('failing')
  return `${files}/${newest}`
}
