import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { variableNames } from '../server/src/start/environment.ts'
import { table } from './import-rules.ts'
import { checkout } from './source.ts'

const read = (path: string) => readFileSync(join(checkout, path), 'utf8')

test('ARCHITECTURE.md prints the table of imports that is held', () => {
  expect(read('docs/ARCHITECTURE.md')).toContain(table)
})

test('the README names every variable of the environment', () => {
  const readme = read('README.md')
  expect(variableNames.filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
})

test('every command of ours that a document names exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = ['README.md', 'CONTRIBUTING.md'].flatMap((path) =>
    [...read(path).matchAll(/npm run ([\w-]+)/g)].map((match) => match[1] ?? ''),
  )
  expect(named.filter((name) => !scripts[name])).toEqual([])
})

test('every command leads to a file that is there', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const files = Object.values(scripts).flatMap((command) => command.match(/\b(?:scripts|server)\/[\w./-]+/g) ?? [])
  expect(files.filter((file) => !existsSync(join(checkout, file)))).toEqual([])
})
