import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { startServer } from '../../tests/start/server-process.ts'
import { addEventType, apiOf } from '../world/api.ts'
import { dataFolder } from '../world/data-folder.ts'
import { trialResources } from '../world/resources.ts'
import { noRequestLimits } from '../world/server.ts'
import { type Scene, startCrowd, waitUntilRecovered, waitUntilUnready } from './crowd.ts'

const DISK_MEGABYTES = 500

/**
 * Prefix of a command that runs with a small disk mounted at `folder`. The mount has its own namespace, so nothing is
 * left behind when the processes end. Undefined where the system does not allow it (macOS, some containers).
 */
const smallDiskRunner = (folder: string): string[] | undefined => {
  const uid = process.getuid?.() ?? 0
  const mount = `mount -t tmpfs -o size=${DISK_MEGABYTES}m,mode=711 tmpfs ${folder}`
  const runner =
    uid === 0
      ? ['unshare', '-m', 'sh', '-c', `${mount} && exec "$@"`, 'sh']
      : [
          ...['unshare', '-Urm', 'sh', '-c'],
          `${mount} && exec unshare -U --map-user=${uid} --map-group=${process.getgid?.()} "$@"`,
          'sh',
        ]
  try {
    execFileSync(runner[0]!, [...runner.slice(1), 'true'], { stdio: 'ignore' })
    return runner
  } catch {
    return undefined
  }
}

const fillDisk = (file: string): void => {
  const chunk = Buffer.alloc(1_000_000, 'x')
  const descriptor = openSync(file, 'a')
  try {
    for (;;) writeSync(descriptor, chunk)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(descriptor)
  }
}

/** Fills the disk of database and files, then frees space. Undefined where a small disk is not available. */
export const fillUpDisk = async ({ fail, isQuick }: Pick<Scene, 'fail' | 'isQuick'>) => {
  const name = 'full disk'
  const folder = dataFolder()
  mkdirSync(folder.path, { mode: 0o711 })
  const runner = smallDiskRunner(folder.path)
  if (!runner) {
    await folder.remove()
    return undefined
  }
  const server = await startServer({ COHESION_DATA: folder.path, COHESION_DEMO: 'on', ...noRequestLimits }, { runner })
  const stop = trialResources.add(server.stop)
  const api = apiOf(server.url)
  const technician = await api.signIn('technician')
  const eventTypeId = await addEventType(api, technician, 'Full disk')
  const scene: Scene = { url: server.url, api, technician, eventTypeId, fail, isQuick }
  const crowd = startCrowd(scene, name)
  const filler = join('/proc', String(server.process.pid), 'root', folder.path, 'filler')
  fillDisk(filler)
  await waitUntilUnready(scene, name)
  // At first PostgreSQL still finds free space inside its files. The loop waits until 50 more requests got 503.
  for (const before = crowd.putOff(); crowd.putOff() < before + 50; ) await uploadPhoto(scene)
  truncateSync(filler, Math.floor(statSync(filler).size / 2))
  const recoveredMs = await waitUntilRecovered(scene, crowd, name)
  const counts = await crowd.stop()
  rmSync(filler)
  const { code } = await stop()
  if (code !== 0) fail(`${name}: the server ended with ${code}`)
  await folder.remove()
  return { ...counts, recoveredMs }
}

/** Uploads a picture of random noise, which no format can compress. */
const uploadPhoto = async ({ api, technician, fail }: Scene): Promise<void> => {
  const { default: sharp } = await import('sharp')
  const noise = { create: { width: 600, height: 600, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 } } }
  const bytes = await sharp(noise as unknown as Parameters<typeof sharp>[0])
    .png()
    .toBuffer()
  const body = new FormData()
  body.set('file', new Blob([Uint8Array.from(bytes)], { type: 'image/png' }), 'noise.png')
  const { status, text } = await api.send('POST', '/user/profile-photo', { ...technician, body })
  if (status !== 200 && status !== 503) fail(`full disk: a photo upload got ${status} ${text.slice(0, 200)}`)
}
