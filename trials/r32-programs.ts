import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from 'csv-parse/sync'
import { BASE_PATH } from '#contract'
import { emptyFolder } from '../tests/start/folders.ts'
import { failureList, type Outcome, type Trial } from './trial.ts'
import type { Api, Member } from './world/api.ts'
import { countOf, readingToken } from './world/ogc.ts'
import { csvOfEvents, importFile, type KnownEvent, knownEvents, type Place } from './world/program-files.ts'
import { installPrograms, missingText, type Program, PYTHON, programs, run, versionOf } from './world/programs.ts'
import { trialResources } from './world/resources.ts'
import { addService } from './world/second-service.ts'
import { sharedServer } from './world/server.ts'

/** The program must read three pages of OGC API Features. */
const EVENTS = 250
const PAGE = 100
const FEEDS = ['geojson', 'kml', 'gpx'] as const

type Scene = {
  url: string
  folder: string
  source: Place
  target: Place
  events: readonly KnownEvent[]
  fail: (text: string) => void
}
type Collection = { id: string }

const features = (text: string): number =>
  [...text.matchAll(/^Feature Count: (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0)

/** Copies every collection page by page. Returns the GeoJSON file of the events. */
const readCollections = async ({ url, folder, fail }: Scene, api: Api, member: Member): Promise<string> => {
  const token = await readingToken(api, member, 'ogrinfo')
  const connection = ['--config', 'GDAL_HTTP_HEADERS', `Authorization: Bearer ${token}`]
  const service = `OAPIF:${url}${BASE_PATH}/ogc`
  const listed = await run('ogrinfo', '-ro', ...connection, service)
  const { collections }: { collections: Collection[] } = await api.must(api.send('GET', '/ogc/collections', { token }))
  for (const { id } of collections) {
    if (!new RegExp(`^\\d+: (\\S.* )?${id}\\b|^\\d+: ${id}`, 'm').test(listed))
      fail(`ogrinfo does not list ${id}: ${listed.slice(0, 300)}`)
    const file = join(folder, `${member.username}-${id}.geojson`)
    await run('ogr2ogr', ...connection, '-oo', `PAGE_SIZE=${PAGE}`, '-f', 'GeoJSON', file, service, id)
    const read = JSON.parse(readFileSync(file, 'utf8')).features.length
    const expected = await countOf(api, token, id)
    if (read !== expected) fail(`ogr2ogr reads ${read} of ${expected} ${id}`)
  }
  return join(folder, `${member.username}-events.geojson`)
}

const readFeeds = async ({ url, source: { api, member }, events, fail }: Scene): Promise<void> => {
  for (const format of FEEDS) {
    const body = { name: format, format, filter: {}, language: 'he', timeZone: 'Asia/Jerusalem' }
    const { link } = await api.must(api.send('POST', '/feeds', { ...member, body }))
    const address = `/vsicurl/${url}${new URL(link).pathname}`
    const text = await run('ogrinfo', '-ro', '-al', '-so', address)
    if (features(text) !== events.length)
      fail(`ogrinfo reads ${features(text)} of ${events.length} from a ${format} feed`)
    const all = await run('ogrinfo', '-ro', '-al', address)
    const lost = events.find(({ name }) => !all.includes(name))
    if (lost) fail(`ogrinfo does not find ${lost.name} in a ${format} feed`)
  }
}

const withPlace = 'SELECT *, ST_X(geometry) AS lon, ST_Y(geometry) AS lat FROM events'
/** Files that people create with ogr2ogr, with its options. Times in spreadsheets are UTC, as in the source. */
const written: Record<string, string[]> = {
  'ogr.geojson': ['-f', 'GeoJSON'],
  'ogr.kml': ['-f', 'KML'],
  'ogr-lib.kml': ['-f', 'LIBKML'],
  'ogr.kmz': ['-f', 'LIBKML'],
  'ogr.gpx': ['-f', 'GPX', '-dsco', 'GPX_USE_EXTENSIONS=YES'],
  'ogr-xy.csv': ['-f', 'CSV', '-lco', 'GEOMETRY=AS_XY'],
  'ogr-wkt.csv': ['-f', 'CSV', '-lco', 'GEOMETRY=AS_WKT', '-lco', 'SEPARATOR=SEMICOLON'],
  'ogr.xlsx': ['-f', 'XLSX', '-dialect', 'SQLITE', '-sql', withPlace],
}

const importWritten = async ({ folder, target, events, fail }: Scene, source: string): Promise<void> => {
  for (const [name, options] of Object.entries(written)) {
    const file = join(folder, name)
    await run('ogr2ogr', ...options, '-nln', 'events', file, source)
    for (const text of await importFile(target, name, readFileSync(file), { events, timeZone: 'UTC' })) fail(text)
  }
}

const exported = async ({ source: { api, member } }: Scene, format: string): Promise<Buffer> => {
  const body = { query: {}, format, language: 'he', timeZone: 'Asia/Jerusalem' }
  const { status, bytes, text } = await api.send('POST', '/export', { ...member, body })
  if (status !== 200) throw new Error(`the export was refused: ${status} ${text.slice(0, 300)}`)
  return bytes
}

const tryGdal = async (scene: Scene): Promise<void> => {
  const { source, folder, target, events, fail } = scene
  const file = await readCollections(scene, source.api, source.member)
  // The demo also has regions, sensor areas and activities.
  await readCollections(scene, source.api, await source.api.signIn('technician'))
  await readFeeds(scene)
  // ogr2ogr names the layer after the file.
  const renamed = join(folder, 'events.geojson')
  writeFileSync(renamed, readFileSync(file))
  await importWritten(scene, renamed)
  for (const format of FEEDS)
    for (const text of await importFile(target, `own.${format}`, await exported(scene, format), { events })) fail(text)
}

const tryGpsbabel = async (scene: Scene): Promise<void> => {
  const { folder, target, events, fail } = scene
  const ours = join(folder, 'ours.gpx')
  const theirs = join(folder, 'gpsbabel.gpx')
  writeFileSync(ours, await exported(scene, 'gpx'))
  await run('gpsbabel', '-i', 'gpx', '-f', ours, '-o', 'gpx', '-F', theirs)
  for (const text of await importFile(target, 'gpsbabel.gpx', readFileSync(theirs), { events })) fail(text)
}

const tryQgis = async ({ url, folder, source: { api, member }, events, fail }: Scene): Promise<void> => {
  const read = async (reader: Member) => {
    const token = await readingToken(api, reader, 'QGIS')
    const { collections }: { collections: Collection[] } = await api.must(
      api.send('GET', '/ogc/collections', { token }),
    )
    const ids = collections.map(({ id }) => id)
    const script = join(import.meta.dirname, 'world/read-layers.py')
    const service = `${url}${BASE_PATH}/ogc`
    const text = await run(PYTHON, script, service, token, String(PAGE), join(folder, 'qgis'), ...ids)
    const names: Record<string, string[]> = JSON.parse(/^\{.*\}$/m.exec(text)?.[0] ?? '{}')
    for (const id of ids) {
      const expected = await countOf(api, token, id)
      if (names[id]?.length !== expected) fail(`QGIS reads ${names[id]?.length} of ${expected} ${id}`)
    }
    return names.events ?? []
  }
  const found = await read(member)
  const lost = events.find(({ name }) => !found.includes(name))
  if (lost) fail(`QGIS does not find ${lost.name}`)
  // The demo has regions, areas and activities.
  await read(await api.signIn('technician'))
}

const cellsOf = (bytes: Buffer): string[][] =>
  parse(bytes, { bom: true, relax_column_count: true }).map((cells: string[]) =>
    // In our CSV, an apostrophe marks text that looks like a formula; a spreadsheet needs no mark. LibreOffice writes
    // the seconds of a time, even if the cell does not show them.
    cells.map((cell) => cell.replace(/^'(?=[=+\-@])/, '').replace(/^([\d-]{10} \d\d:\d\d):00$/, '$1')),
  )

const tryLibreOffice = async (scene: Scene): Promise<void> => {
  const { folder, target, events, fail } = scene
  const office = (...args: string[]) =>
    run('soffice', `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`, '--headless', ...args)
  const sheet = join(folder, 'ours.xlsx')
  const csv = await exported(scene, 'csv')
  writeFileSync(sheet, await exported(scene, 'xlsx'))
  // Filter options: comma, quotation mark, UTF-8, cells as shown.
  await office(
    '--convert-to',
    'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false',
    '--outdir',
    folder,
    sheet,
  )
  const wanted = cellsOf(csv)
  const got = cellsOf(readFileSync(join(folder, 'ours.csv')))
  for (const [index, cells] of wanted.entries())
    if (cells.join('\0') !== got[index]?.join('\0'))
      fail(`LibreOffice shows ${got[index]?.join('|')}, not ${cells.join('|')}`)
  if (!events.every(({ name }) => got.some((cells) => cells.includes(name)))) fail('LibreOffice lost a name')
  for (const [name, bytes] of [
    ['export.csv', csv],
    ['plain.csv', csvOfEvents(events)],
  ] as const) {
    writeFileSync(join(folder, name), bytes)
    await office(
      '--infilter=Text - txt - csv (StarCalc):44,34,76,1',
      '--convert-to',
      'xlsx',
      '--outdir',
      folder,
      join(folder, name),
    )
    const made = name.replace('.csv', '.xlsx')
    for (const text of await importFile(target, made, readFileSync(join(folder, made)), { events })) fail(text)
  }
}

const tries: Record<Program, (scene: Scene) => Promise<void>> = {
  ogrinfo: tryGdal,
  gpsbabel: tryGpsbabel,
  soffice: tryLibreOffice,
  qgis: tryQgis,
}

export const trial: Trial = {
  id: 'R32',
  title: 'GDAL, QGIS, GPSBabel and LibreOffice read what is exported, and what they write is imported',
  run: async ({ isQuick }): Promise<Outcome> => {
    const missing = await installPrograms({ mayInstall: !isQuick })
    const present = programs.filter((name) => !missing.includes(name))
    const versions = await Promise.all(present.map(async (name) => `${name} ${await versionOf(name)}`))
    const counts = {
      with: versions.join(', ') || 'no program',
      ...(missing.length > 0 && { without: missingText(missing) }),
    }
    if (present.length === 0) return { counts, failures: [] }
    const failures = failureList()
    const folder = emptyFolder()
    trialResources.add(async () => folder.remove())
    mkdirSync(folder.path)
    const { api, url } = await sharedServer()
    const placeFor = async (): Promise<Place> => {
      const { technician, eventTypeId } = await addService(api, await api.signIn('technician'))
      return { api, member: technician, eventTypeId }
    }
    const source = await placeFor()
    const target = await placeFor()
    const events = knownEvents(EVENTS)
    const scene = { url, folder: folder.path, source, target, events, fail: failures.add }
    const filled = await importFile(source, 'events.csv', csvOfEvents(events), { events, isKept: true })
    for (const text of filled) failures.add(text)
    for (const name of present)
      await tries[name](scene).catch((error: Error) => failures.add(`${name}: ${error.message}`))
    return { counts: { ...counts, events: EVENTS, 'events in a page': PAGE }, failures: failures.all() }
  },
}
