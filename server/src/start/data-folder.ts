import { createHash } from 'node:crypto'
import { basename, join, resolve } from 'node:path'

/** Inputs for the default data folder. */
export type DataPlace = { checkout: string; cwd: string; isRoot: boolean }

const here: DataPlace = {
  checkout: resolve(import.meta.dirname, '../../..'),
  cwd: process.cwd(),
  isRoot: process.getuid?.() === 0,
}

/**
 * For root, a folder per checkout under /var/lib: PostgreSQL refuses to run as root, and its user may not be able to
 * enter this checkout.
 */
export function dataFolderOf(given: string | undefined, { checkout, cwd, isRoot }: DataPlace = here): string {
  if (given) return resolve(cwd, given)
  if (!isRoot) return join(checkout, 'data')
  const hash = createHash('sha256').update(checkout).digest('hex').slice(0, 8)
  const name = basename(checkout)
    .replace(/[^\w-]/g, '')
    .slice(0, 20)
  return join('/var/lib/cohesion', name ? `${name}-${hash}` : hash)
}
