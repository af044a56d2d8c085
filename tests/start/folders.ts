import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A path that does not exist yet, so that the server or the test creates it with its own permissions. */
export function emptyFolder() {
  const path = join(tmpdir(), `cohesion-start-${randomBytes(6).toString('hex')}`)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
