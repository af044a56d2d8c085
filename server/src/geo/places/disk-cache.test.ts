import { readdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/folder.ts'
import { readOrMake } from './disk-cache.ts'

let folder: string
let sources: string[]
let times: number

const words = async () => {
  const make = async () => Buffer.from(`made ${++times}`)
  return (await readOrMake({ name: 'words', sources, make, folder: join(folder, 'kept') })).toString()
}

beforeEach(async () => {
  folder = await temporaryFolder()
  sources = [join(folder, 'source')]
  times = 0
  await writeFile(join(folder, 'source'), 'one')
})

test('is created once', async () => {
  expect([await words(), await words()]).toEqual(['made 1', 'made 1'])
})

test('rebuilds when its source changes, and removes the old file', async () => {
  await words()
  await writeFile(join(folder, 'source'), 'two')
  expect(await words()).toBe('made 2')
  expect(await readdir(join(folder, 'kept'))).toHaveLength(1)
})

test('rebuilds an incomplete file', async () => {
  await words()
  const [file = ''] = await readdir(join(folder, 'kept'))
  for (const bytes of [36, 10, 0]) {
    await truncate(join(folder, 'kept', file), bytes)
    expect(await words()).toBe(`made ${times}`)
  }
  expect(times).toBe(4)
})

test('is recreated each time if the folder cannot be written', async () => {
  await writeFile(join(folder, 'kept'), 'a file, and no folder')
  expect([await words(), await words()]).toEqual(['made 1', 'made 2'])
})

test('concurrent creators all get the whole content', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, words))
  expect(new Set(all.map((text) => text.slice(0, 5)))).toEqual(new Set(['made ']))
  expect(await readdir(join(folder, 'kept'))).toHaveLength(1)
})
