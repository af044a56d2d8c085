import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { type ImageWorker, openImageWorker } from './image-worker.ts'

const opened: ImageWorker[] = []
const open = (options?: Parameters<typeof openImageWorker>[0]): ImageWorker => {
  const worker = openImageWorker(options)
  opened.push(worker)
  return worker
}
afterAll(() => {
  for (const worker of opened) worker.close()
})

const pictureOf = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#4a7' } })
    .png()
    .toBuffer()
const small = await pictureOf(20)
const large = await pictureOf(5000)

const copies = (worker: ImageWorker, bytes = small) => worker.run({ kind: 'copies', bytes, maxPixels: 40_000_000 })
const again = { statusCode: 503, code: 'unavailable', retryAfterSeconds: 5 }
const pidOf = ({ pid }: ImageWorker): number => {
  if (!pid) throw new Error('no process')
  return pid
}
const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
const hasEnded = (pid: number) => eventually(() => expect(isRunning(pid)).toBe(false))

test('a killed process fails only its own pictures, and the next picture starts another', async () => {
  const worker = open()
  const { full } = await copies(worker)
  expect(full).toMatchObject({ width: 20, height: 20, mime: 'image/webp' })
  expect(Buffer.isBuffer(full.bytes)).toBe(true)
  const lost = [copies(worker, large), copies(worker, large)].map((one) => expect(one).rejects.toMatchObject(again))
  const first = pidOf(worker)
  process.kill(first, 'SIGKILL')
  await Promise.all(lost)
  expect((await copies(worker)).thumb.width).toBe(20)
  expect(worker.pid).not.toBe(first)
})

test('a process whose decoder hangs is ended', async () => {
  const worker = open({ taskMs: 200 })
  const held = copies(worker, large)
  const pid = pidOf(worker)
  process.kill(pid, 'SIGSTOP')
  await expect(held).rejects.toMatchObject(again)
  await hasEnded(pid)
})

test('the worker ends when it is idle', async () => {
  const worker = open({ idleMs: 1 })
  await copies(worker)
  const pid = pidOf(worker)
  await hasEnded(pid)
  expect(worker.pid).toBeUndefined()
  expect((await copies(worker)).full.width).toBe(20)
})

test('closing waits for running tasks', async () => {
  const worker = open()
  const work = copies(worker, large)
  const pid = pidOf(worker)
  worker.close()
  expect((await work).full.width).toBe(2560)
  await hasEnded(pid)
})

test('tasks above the limit are rejected', async () => {
  const worker = open({ maxTasks: 2 })
  const work = [copies(worker), copies(worker)]
  await expect(copies(worker)).rejects.toMatchObject(again)
  expect(await Promise.all(work)).toHaveLength(2)
})

test('a picture that cannot be read fails alone', async () => {
  const worker = open()
  const good = copies(worker)
  await expect(copies(worker, small.subarray(0, 60))).rejects.toThrow()
  expect((await good).full.width).toBe(20)
})
