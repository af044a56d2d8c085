import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bareCode, checkout, filesUnder } from './source.ts'

/** Names that do not say what a thing is; each stood for several different things (docs/GLOSSARY.md has the words). */
const banned = new Set(
  `Told Asked Given Named Heard Wanted Kept Known Made Meant Storing Working Followed Found Sought Taken Gathered
  Failed Waiting Nothing Gone Mine Shown Written Opened Picked Narrowed Decided Compared Streamed Watched Ended Addressed
  Ordered Created Bundled Sent Said
  found held last look tell changed receive kept known named told heard asked given wanted said newsOf poke nothing essence`.split(
    /\s+/,
  ),
)

const declaration = /^(?:export )?(?:default )?(?:async )?(?:type|interface|class|enum|const|let|function\*?) (\w+)/gm

const bannedIn = (source: string): string[] =>
  [...bareCode(source).matchAll(declaration)].flatMap(([, name = '']) => (banned.has(name) ? [name] : []))

test('types, constants and functions are named by nouns and verbs', () => {
  const files = ['contract/src', 'server/src', 'web/src', 'scripts', 'bench', 'trials', 'e2e', 'tests'].flatMap(
    (folder) => filesUnder(folder, '.ts', '.tsx', '.js'),
  )
  const violations = files.flatMap((file) =>
    bannedIn(readFileSync(join(checkout, file), 'utf8')).map((name) => `${file}: ${name}`),
  )
  expect(violations).toEqual([])
})

test('a banned name is seen in each kind of declaration, and not in a comment, a template or a longer name', () => {
  expect(
    bannedIn(`export type Told = {}
interface Asked {}
export const found = 1
export async function tell() {}
function* look() {}
class Kept {}`),
  ).toEqual(['Told', 'Asked', 'found', 'tell', 'look', 'Kept'])
  expect(bannedIn('// const found\nconst foundPlaces = `\nconst found = 1`\n  const known = 2')).toEqual([])
})

/** Documents that are not in the repository: what was decided is said where it holds. */
const elsewhere = /\bbehaviours? \d|\bspecification, section\b/i

test('nothing refers to numbered decisions of documents that are not here', () => {
  const folders = ['contract', 'server/src', 'web', 'scripts', 'bench', 'trials', 'e2e', 'tests', 'docs']
  const files = folders.flatMap((folder) => filesUnder(folder, '.ts', '.tsx', '.js', '.css', '.md'))
  const own = 'tests/words.test.ts'
  expect(files.filter((file) => file !== own && elsewhere.test(readFileSync(join(checkout, file), 'utf8')))).toEqual([])
  expect(elsewhere.test('/** It stays New (behaviour 16). */')).toBe(true)
  expect(elsewhere.test('Zooms by wheel (specification, section 2).')).toBe(true)
  expect(elsewhere.test('The behaviour of 3 servers; the specification of section headers.')).toBe(false)
})
