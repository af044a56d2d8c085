import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A path that does not exist yet. The test creates it with the rights that it needs. */
export function emptyFolder() {
  const path = join(tmpdir(), `cohesion-start-${randomBytes(6).toString('hex')}`)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
