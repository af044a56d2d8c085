import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Box, type LngLat } from '#contract'
import { openPlaces } from '../server/src/geo/places/places.ts'
import { openFileSource } from '../server/src/geo/streets/archive/file.ts'
import { StreetsError } from '../server/src/geo/streets/error.ts'
import { boxesAround, fileNameOf, splitAtDateLine } from '../server/src/geo/streets/extract/area.ts'
import { newestBuild, prepareFromBuilds } from '../server/src/geo/streets/extract/builds.ts'
import { fetchExtract, type Order, prepareExtract, type Source } from '../server/src/geo/streets/extract/extract.ts'
import { openHttpSource } from '../server/src/geo/streets/extract/http-source.ts'
import { partOf, readNote } from '../server/src/geo/streets/extract/unfinished.ts'
import { STREETS_FOLDER } from '../server/src/geo/streets/library.ts'
import { prepareDataFolder } from '../server/src/platform/db/embedded-folder.ts'
import { guardedFetch } from '../server/src/platform/outbound/guard.ts'
import { readConfig } from '../server/src/start/config.ts'
import { joinNegatives } from './lib/negatives.ts'

/**
 * Extracts the streets of the given areas from a map of the planet into the data folder. A running server uses them at
 * once.
 */

const usage = `npm run streets -- [areas] [options]
  --around "Haifa"    a place of the bundled list, or "lat, lng"; may be repeated
  --km 30             how far it reaches in each direction (15)
  --box w,s,e,n       an area in degrees; may be repeated; across the date line w is greater than e
  --zoom 15           the closest zoom (15: with every house; 14: half the size)
  --from              address or file of a PMTiles archive (the newest map of the planet by Protomaps)
  --dry-run           print the size and exit`

class UsageProblem extends Error {}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(bytes < 1e8 ? 1 : 0)} MB`
/** Estimated duration at 20 Mbit/s and a tenth of a second per request, with four requests at a time. */
const duration = (bytes: number, requests: number) => {
  const seconds = bytes / 2.5e6 + (requests * 0.1) / 4
  return seconds < 90 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`
}

const readOptions = () => {
  const { values } = parseArgs({
    args: joinNegatives(process.argv.slice(2), ['--box', '--around']),
    options: {
      around: { type: 'string', multiple: true, default: [] },
      km: { type: 'string', default: '15' },
      box: { type: 'string', multiple: true, default: [] },
      zoom: { type: 'string', default: '15' },
      from: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const km = Number(values.km)
  const zoom = Number(values.zoom)
  if (!(km > 0 && km <= 500)) throw new UsageProblem('--km takes a number up to 500')
  if (!(Number.isInteger(zoom) && zoom >= 11 && zoom <= 15)) throw new UsageProblem('--zoom takes 11 to 15')
  return { ...values, km, zoom }
}

const placeOf = async (text: string): Promise<{ name: string; at: LngLat }> => {
  const places = openPlaces({ geocoderUrl: undefined, log: { warn: () => {} } })
  const [first] = (await places.search(text, { language: 'en', limit: 1 })).places
  if (!first) throw new UsageProblem(`No place is called “${text}”. Try another spelling, or "lat, lng".`)
  return { name: first.address, at: first.coordinates }
}

const areasOf = async ({ around, box, km }: ReturnType<typeof readOptions>) => {
  const places = await Promise.all(around.map(placeOf))
  const boxes = box.flatMap((text) => {
    const parts = splitAtDateLine(text.split(',').map(Number) as Box).map((part) => Box.safeParse(part))
    return parts.map((parsed) => {
      if (!parsed.success) throw new UsageProblem(`--box ${text}: west,south,east,north in degrees`)
      return { name: '', box: parsed.data }
    })
  })
  return [...places.flatMap(({ name, at }) => boxesAround(at, km).map((part) => ({ name, box: part }))), ...boxes]
}

const fetch: typeof guardedFetch = (address, options) => guardedFetch(address, { ...options, trusted: true })

/** Opens the named file or address, or else the newest map of the planet. */
const openSource = async (from: string | undefined, signal: AbortSignal) => {
  if (from) {
    const isAddress = /^https?:/.test(from)
    if (!isAddress && !existsSync(from)) throw new UsageProblem(`There is no file ${from}`)
    const source: Source = isAddress ? openHttpSource(from, { fetch, trusted: true }) : await openFileSource(from)
    console.log(`From ${from}`)
    return async (order: Order) => ({ source, prepared: await prepareExtract(source, order, signal) })
  }
  const newest = await newestBuild(fetch, signal)
  let last = ''
  return async (order: Order, target: string) => {
    const begun = (await readNote(partOf(target)))?.source
    const { source, prepared } = await prepareFromBuilds(order, { fetch, newest: async () => newest, begun, signal })
    if (source.address !== last) console.log(`From ${source.address}`)
    last = source.address
    return { source, prepared }
  }
}

const placed: string[] = []

/** The script collects garbage itself, because otherwise up to 64 MB of buffers would accumulate. */
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const COLLECT_BYTES = 4_000_000

const isTerminal = process.stdout.isTTY === true
let lastShown = -1
const showProgress = (bytes: number, all: number) => {
  // In a log file, every tenth percentage is enough.
  const step = isTerminal ? 1 : 10
  const percent = Math.floor(((bytes / all) * 100) / step) * step
  if (percent === lastShown) return
  lastShown = percent
  process.stdout.write(`${isTerminal ? '\r' : ''}  ${percent} %  ${megabytes(bytes)}${isTerminal ? '' : '\n'}`)
}

const main = async () => {
  const options = readOptions()
  if (options.help || options.around.length + options.box.length === 0) return console.log(usage)
  const areas = await areasOf(options)
  const { dataFolder, streetsUrl } = readConfig(process.env)
  prepareDataFolder(dataFolder)
  const stopping = new AbortController()
  process.once('SIGINT', () => stopping.abort())
  process.once('SIGTERM', () => stopping.abort())
  const prepare = await openSource(options.from ?? streetsUrl, stopping.signal)
  const extracts = []
  for (const { name, box } of areas) {
    const target = join(dataFolder, STREETS_FOLDER, `${fileNameOf(name, box)}.pmtiles`)
    const { source, prepared } = await prepare({ name, box, maxZoom: options.zoom }, target)
    const { fetchBytes, ranges, tiles } = prepared.plan
    const time = duration(fetchBytes, ranges.length)
    const label = name || box.map((degrees) => degrees.toFixed(2)).join(', ')
    console.log(
      `${label}: ${megabytes(prepared.bytes)}, ${tiles} tiles, ${ranges.length} requests; about ${time} at 20 Mbit/s`,
    )
    collect()
    extracts.push({ label, source, prepared, target })
  }
  for (const { label, source, prepared, target } of options['dry-run'] ? [] : extracts) {
    if (extracts.length > 1) console.log(label)
    lastShown = -1
    let collected = 0
    const onProgress = (bytes: number) => {
      showProgress(bytes, prepared.plan.fetchBytes)
      if (bytes - collected < COLLECT_BYTES) return
      collected = bytes
      collect()
    }
    await fetchExtract(source, prepared, target, { onProgress, signal: stopping.signal })
    placed.push(label)
    console.log(`${isTerminal ? '\n' : ''}  in place: ${target}`)
  }
  if (!options['dry-run']) console.log('Reload the map: a running server already uses the new streets.')
}

try {
  await main()
} catch (error) {
  if (error instanceof StreetsError && error.reason === 'cancelled') {
    const state = placed.length === 0 ? 'The map is unchanged' : `Already downloaded: ${placed.join('; ')}`
    console.error(`\nStopped. ${state}. Run the same command again to resume.`)
    process.exit(130)
  }
  const isUsage = error instanceof UsageProblem || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  if (!isUsage && !(error instanceof StreetsError)) throw error
  console.error(`\n${(error as Error).message}${isUsage ? `\n\n${usage}` : ''}`)
  process.exit(1)
}
