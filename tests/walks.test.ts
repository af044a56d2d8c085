import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { targetOf } from './import-rules.ts'
import { checkout, importsOf } from './source.ts'

const read = (path: string) => readFileSync(join(checkout, path), 'utf8')

/** Steps to which no import leads: to another process, or to a function that the composition passes. */
const leaps = /, (?:over|by|after) /

type Step = { file: string; isLeap: boolean }
type Walk = { title: string; most: number; steps: Step[] }

const walks: Walk[] = read('docs/WALKS.md')
  .split(/^## /m)
  .flatMap((section) => {
    const [, title = '', most] = /^(.*) \(at most (\d+) files\)/.exec(section) ?? []
    const lines = [...section.matchAll(/^\d+\. `([^`]+)`(.*)$/gm)]
    const steps = lines.map(([, file = '', rest = '']) => ({ file, isLeap: leaps.test(rest) }))
    return most ? [{ title, most: Number(most), steps }] : []
  })

const reachedFrom = (file: string) => new Set(importsOf(read(file)).map((specifier) => targetOf(file, specifier)))

test('WALKS.md has four walks with these limits', () => {
  const bounds = walks.map(({ title, most }) => `${title}: ${most}`)
  expect(bounds).toEqual([
    "A report reaches a colleague's map: 40",
    "A visitor's report is accepted: 30",
    'A reading reaches a phone: 20',
    'A search becomes rows: 20',
  ])
})

test.each(walks)('$title: every file is there and reached from an earlier one', ({ most, steps }) => {
  expect(steps.length).toBeLessThanOrEqual(most)
  expect(new Set(steps.map(({ file }) => file)).size).toBe(steps.length)
  expect(steps.filter(({ file }) => !existsSync(join(checkout, file)))).toEqual([])
  const lost = steps.filter(({ file, isLeap }, at) => {
    if (at === 0 || isLeap) return false
    return !steps.slice(0, at).some((earlier) => {
      const reached = reachedFrom(earlier.file)
      return reached.has(file) || (file.startsWith('contract/') && reached.has('contract/src/index.ts'))
    })
  })
  expect(lost.map(({ file }) => file)).toEqual([])
})
