import { afterEach, expect, test } from 'vitest'
import { capMessage } from '../../../testing/warnings.ts'
import { DocumentError, openReader, type Reader } from './reader.ts'

const BASE = 'https://warnings.example.org/'
const readers: Reader[] = []
afterEach(() => {
  for (const reader of readers) reader.close()
})
const open = (options = {}) => {
  const reader = openReader(options)
  readers.push(reader)
  return reader
}
const problemOf = (reading: Promise<unknown>) =>
  reading.then(
    () => undefined,
    (error: unknown) => (error instanceof DocumentError ? error.problem : error),
  )

test('reads documents one after another, good ones beside bad ones', async () => {
  const reader = open()
  const read = (text: string) => reader.read(Buffer.from(text), BASE, null)
  const good = read(capMessage())
  const bad = problemOf(read('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'))
  const after = read(capMessage({ identifier: 'b' }))
  expect((await good).alerts[0]).toMatchObject({ identifier: 'flood-1', parts: [{ severity: 'severe' }] })
  expect(await bad).toEqual({ code: 'entities', line: 1 })
  expect((await after).alerts[0]?.identifier).toBe('b')
})

test('a document that takes too much memory ends the child process alone', async () => {
  const reader = open({ memoryMb: 40 })
  const large = `<a>${'<b c="1"/>'.repeat(450_000)}</a>`
  expect(await problemOf(reader.read(Buffer.from(large), BASE, null))).toEqual({ code: 'failed' })
  expect((await reader.read(Buffer.from(capMessage()), BASE, null)).alerts).toHaveLength(1)
})

test('reading stops at a document that takes too long', async () => {
  const reader = open({ patienceMs: 1 })
  expect(await problemOf(reader.read(Buffer.from(capMessage()), BASE, null))).toEqual({ code: 'failed' })
})
