import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isTest } from './import-rules.ts'
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

const literalKeys = [
  /\b(?:query|mutation)Key: \[[^\]]/,
  /\b(?:[sg]etQuer(?:y|ies)Data|useRefresh|useOrder)(?:<[^(]*>)?\(\[/,
  /\b\w*[kK]ey = (?:\([^)]*\) => )?\[['.]/,
]
const positionsInKeys =
  /\b(?:query|mutation)Key(?:\?\.)?\[|\b(?:query|mutation)Key\??\.(?:at|slice)\(|\]: (?:Query|Mutation)Key\b/

const keyFaults = (code: string): string[] => [
  ...literalKeys.flatMap((pattern) => pattern.exec(code)?.[0] ?? []),
  ...(positionsInKeys.exec(code) ?? []),
]

/** Query keys of a feature: a file `keys.ts`, or a constant in `data.ts` if no other file uses them. */
const keysIn = (file: string, code: string): string => {
  if (file.endsWith('/keys.ts')) return code
  return file.endsWith('/data.ts') ? (/^const \w+Keys = \{[\s\S]*?\} as const$/m.exec(code)?.[0] ?? '') : ''
}

test('each query key is defined in one place, and no code reads a part of a key by position', () => {
  const files = filesUnder('web/src', '.ts', '.tsx')
    .filter((file) => !isTest(file))
    .map((file) => {
      const code = bareCode(readFileSync(join(checkout, file), 'utf8'))
      const keys = keysIn(file, code)
      return { file, keys, rest: code.replace(keys, '') }
    })
  const known = files.flatMap(({ keys }) => keys.match(/\['[\w-]+', '\w+'/g) ?? [])
  expect(known.length).toBeGreaterThan(50)
  const found = files.flatMap(({ file, rest }) =>
    [...keyFaults(rest), ...known.filter((key) => rest.includes(key))].map((fault) => `${file}: ${fault}`),
  )
  expect(found).toEqual([])
})

test.each([
  "useQuery({ queryKey: ['user', 'profile'] })",
  'useQuery({ queryKey: [...roomKey, id] })',
  "useMutation({ mutationKey: ['aoi'] })",
  "queries.setQueryData<Sensor>(['sensor'], sensor)",
  "useRefresh(['rule'])",
  "const oneKey = (id: string) => ['sensor', 'one', id]",
  'String(queryKey[2])',
  'query.queryKey.at(-1)',
  "options.mutationKey?.[0] === 'aoi'",
  'const isStorable = ([first]: QueryKey) => first',
])('%s is found', (code) => {
  expect(keyFaults(code)).toHaveLength(1)
})
