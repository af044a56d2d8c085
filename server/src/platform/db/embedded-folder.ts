import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartProblem } from './start-problem.ts'

const hourInMs = 3_600_000

/**
 * Creates the data folder if it is missing. If the server runs as root, the database's user may enter the folders above
 * it but not list them.
 */
export function prepareDataFolder(folder: string): void {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700
  try {
    const first = mkdirSync(folder, { recursive: true, mode })
    // The umask may have removed that permission from the new folders.
    if (first) for (let at = folder; at.length >= first.length; at = dirname(at)) chmodSync(at, mode)
    const probe = join(mkdtempSync(join(folder, 'probe.new-')), 'probe')
    writeFileSync(probe, '')
    rmSync(dirname(probe), { recursive: true })
  } catch (error) {
    throw new StartProblem(`The data folder ${folder} is not writable (${reason(error)})`)
  }
}

/**
 * Fills a temporary folder and renames it to `place`, so that a killed start, or two at once, never leave `place`
 * partial. The first rename wins, and the other starts use its folder.
 */
export async function makeWhole(place: string, fill: (folder: string) => Promise<void>): Promise<void> {
  sweep(place)
  const draft = mkdtempSync(`${place}.new-`)
  try {
    await fill(draft)
    renameSync(draft, place)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!isTaken(error)) throw error
  }
}

/** Removes temporary folders of killed starts, which are older than an hour, because no start takes so long. */
function sweep(place: string): void {
  const folder = dirname(place)
  for (const name of readdirSync(folder).filter((entry) => entry.includes('.new-'))) {
    const stats = statSync(join(folder, name), { throwIfNoEntry: false })
    if (stats && Date.now() - stats.mtimeMs > hourInMs) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST')
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
