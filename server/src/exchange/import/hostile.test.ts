import { expect, test } from 'vitest'
import { fileProblemText } from '#contract'
import { hostileImports } from '../../testing/hostile-imports.ts'
import type { HostileImport } from '../../testing/import-files.ts'
import type { ReadError } from './read/format.ts'
import { readFile } from './read/reader.ts'

/** Files that take seconds each. Trial R27 reads all files. */
const slow = new Set([
  ...['bomb.kmz', 'bomb in strings.xlsx', 'overlapping.kmz', 'false size.kmz', 'false size.xlsx'],
  ...['only openings.kml', 'many attributes.kml', 'shared folder.kml', 'half a million points.gpx'],
  ...['a million names.geojson', 'ten million empty columns.csv', 'too many rows.csv'],
  ...['shared text.xlsx', 'far cell.xlsx'],
])
const sample = hostileImports.filter(({ name }, index) => !slow.has(name) && index % 3 === 0)

const read = async ({ bytes }: HostileImport, options?: { memoryMb: number }) => {
  let count = 0
  const receiver = {
    onHead: async () => {},
    onRows: async (rows: unknown[]) => {
      count += rows.length
    },
  }
  try {
    await readFile(bytes(), receiver, options)
    return { code: 'rows', count }
  } catch (error) {
    return (error as ReadError).problem
  }
}

test.concurrent.each(sample)('$name is read without harm', async (file) => {
  const { expected, line, part } = file
  const result = await read(file)
  expect(result).toMatchObject({ code: expected, ...(line && { line }), ...(part && { part }) })
})

test('sentences name the place and the remedy', () => {
  expect(fileProblemText('en', { code: 'quote', line: 7 })).toBe(
    'Line 7: A quotation mark is opened here but never closed. Correct it.',
  )
  expect(fileProblemText('he', { code: 'bomb', part: 'doc.kml' })).toMatch(/^doc\.kml: .*פצלו/)
})

test('a reader that runs out of memory ends only itself and reports the reason', async () => {
  const file = hostileImports.find(({ name }) => name === 'far cell.xlsx') as HostileImport
  expect(await read(file, { memoryMb: 60 })).toEqual({ code: 'memory' })
})
