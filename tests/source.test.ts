import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bareCode, checkout, filesUnder, importsOf } from './source.ts'

test('every form of import is found', () => {
  const source = `
import zod from 'zod'
import type { A } from "./a.ts"
import {
  b,
  type C,
} from './b.ts'
import * as d from './d.ts'
import './e.css'
export { f } from './f.ts'
export * from './g.ts'
export type * from './h.ts'
const i = await import('./i.ts')
type J = import("./j.ts").J
const lazy = () => import(
  './k.ts'
)
new Worker(new URL('./l.ts', import.meta.url))
import file from './m.json' with { type: 'json' }
import url from './n.mjs?url'`
  expect(importsOf(source)).toEqual(
    expect.arrayContaining(
      ['zod', './e.css', './m.json', './n.mjs?url', ...'abdfghijkl'.split('').map((name) => `./${name}.ts`)].sort(),
    ),
  )
  expect(importsOf(source)).toHaveLength(14)
})

test('comments and templates contain no imports', () => {
  const source = `
// import a from './a.ts'
/*
import b from './b.ts'
*/
const d = \`
import e from './e.ts'
\`
export const from = 'f'
export function g() { return 'from' }
const h = 'https://example.org' // import('./h.ts')
import i from './i.ts'`
  expect(importsOf(source)).toEqual(['./i.ts'])
})

test('stripped comments keep line numbers', () => {
  expect(bareCode('a /* b\nc */ d // e\nf')).toBe('a \n d \nf')
})

test('folders are read recursively', () => {
  expect(filesUnder('tests', '.test.ts')).toContain('tests/source.test.ts')
})

test('no test replaces a module', () => {
  const tests = ['contract', 'server', 'web'].flatMap((side) => filesUnder(side, '.test.ts', '.test.tsx'))
  expect(tests.length).toBeGreaterThan(300)
  expect(tests.filter((file) => readFileSync(join(checkout, file), 'utf8').includes('vi.mock('))).toEqual([])
})
