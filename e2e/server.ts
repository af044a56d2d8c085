import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareFolder } from '../tests/start/prepared-folder.ts'
import { startServer } from '../tests/start/server-process.ts'

export default async function setup() {
  const folder = join(tmpdir(), `cohesion-e2e-${randomBytes(6).toString('hex')}`)
  await prepareFolder(folder)
  const server = await startServer({ COHESION_DATA: folder, COHESION_DEMO: 'on', LOG_LEVEL: 'error' })
  process.env.E2E_URL = server.url
  process.env.E2E_DATA = folder
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
