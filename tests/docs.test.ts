import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { variableNames } from '../server/src/start/environment.ts'
import { layers, placeOf, table } from './import-rules.ts'
import { permissionsPage } from './permissions.ts'
import { checkout, filesUnder } from './source.ts'

const read = (path: string) => readFileSync(join(checkout, path), 'utf8')

test('ARCHITECTURE.md prints the table of imports that the test enforces', () => {
  expect(read('docs/ARCHITECTURE.md')).toContain(table)
})

test('ARCHITECTURE.md names the folders of every layer', () => {
  const named = [...read('docs/ARCHITECTURE.md').matchAll(/^\| `(\w+)\/` \| ([^|:]+)/gm)].flatMap(
    ([, layer = '', names = '']) =>
      // The row of `core/` explains a feature in brackets, and `memory/` has no features.
      layer === 'memory'
        ? []
        : names
            .replace(/\([^)]*\)/g, '')
            .split(',')
            .map((name) => `${layer}/${name.trim()}`),
  )
  const files = ['contract', 'server', 'web'].flatMap((side) => filesUnder(`${side}/src`, '.ts', '.tsx'))
  const there = files
    .map(placeOf)
    .filter(({ layer, feature }) => feature && layers.includes(layer) && layer !== 'memory')
  const folders = new Set(there.map(({ layer, feature }) => `${layer}/${feature}`))
  expect(named.toSorted()).toEqual([...folders].sort())
})

test('SECURITY.md lists the trials that npm test runs, and all others as nightly', () => {
  const [kinds = ''] = read('docs/SECURITY.md').split('## Report a flaw')
  const idsIn = (text: string) => text.match(/R\d+/g) ?? []
  const listed = [...kinds.matchAll(/^\|.*\|$/gm)].map(([row]) => {
    const [, , sample = '', nightly = ''] = row.split('|')
    return { sample: idsIn(sample), nightly: idsIn(nightly) }
  })
  const trials = readdirSync(join(checkout, 'trials'))
    .filter((name) => /^r\d+-/.test(name))
    .map((name) => {
      const code = read(`trials/${name}`)
      return { id: /id: '(R\d+)'/.exec(code)?.[1] ?? name, isInTests: /isInTests: true/.test(code) }
    })
  const inTests = trials.filter(({ isInTests }) => isInTests).map(({ id }) => id)
  expect(inTests.length).toBeGreaterThan(5)
  expect(listed.flatMap(({ sample }) => sample).sort()).toEqual(inTests.sort())
  const all = new Set(listed.flatMap(({ sample, nightly }) => [...sample, ...nightly]))
  expect([...all].sort()).toEqual(trials.map(({ id }) => id).sort())
})

test('the configuration page lists every environment variable', () => {
  const page = read('docs/operations/configuration.md')
  expect(variableNames.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

test('the sample environment file uses only known variables', () => {
  const names = [...read('deploy/environment.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(5)
  expect(names.filter((name) => !variableNames.includes(name))).toEqual([])
})

test('links between documents lead to files that exist', () => {
  const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: checkout }).filter((page) => !page.includes('node_modules'))
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:)([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(join(checkout, dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  )
  expect(broken).toEqual([])
})

/** Update the page with `npx vitest run tests/docs.test.ts -u`. */
test('the permissions page matches the table of rights', async () => {
  await expect(permissionsPage()).toMatchFileSnapshot(join(checkout, 'docs/PERMISSIONS.md'))
})

test('every npm command in a document exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = globSync(['*.md', 'docs/**/*.md'], { cwd: checkout }).flatMap((path) =>
    [...read(path).matchAll(/npm run ([\w-]+)/g)].map((match) => match[1] ?? ''),
  )
  expect(named.filter((name) => !scripts[name])).toEqual([])
})

test('every command names an existing file', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const files = Object.values(scripts).flatMap((command) => command.match(/\b(?:scripts|server)\/[\w./-]+/g) ?? [])
  expect(files.filter((file) => !existsSync(join(checkout, file)))).toEqual([])
})

test('the guide has the same pages in both languages, and its pictures exist', () => {
  const pages = (language: string) =>
    globSync(`docs/guide/${language}/*.md`, { cwd: checkout })
      .sort()
      .map((page) => ({
        name: page.slice(page.lastIndexOf('/') + 1),
        pictures: [...read(page).matchAll(/pictures\/([\w-]+)\.(\w+)\.webp/g)].map(([, name, of]) => ({ name, of })),
      }))
  const named = (language: string) =>
    pages(language).map(({ name, pictures }) => [name, pictures.map((one) => one.name)])
  expect(named('he')).toEqual(named('en'))
  for (const language of ['en', 'he'])
    for (const { pictures } of pages(language))
      for (const { name, of } of pictures) {
        expect(of).toBe(language)
        expect(existsSync(join(checkout, `docs/guide/pictures/${name}.${of}.webp`)), name).toBe(true)
      }
})

test('the walks of WALKS.md name existing files that contain the given word', () => {
  const steps = [...read('docs/WALKS.md').matchAll(/^\| `([^`]+)` \| `([^`]+)` \|/gm)]
  expect(steps.length).toBeGreaterThan(15)
  const lost = steps.filter(
    ([, file = '', word = '']) => !existsSync(join(checkout, file)) || !read(file).includes(word),
  )
  expect(lost.map(([, file, word]) => `${file}: ${word}`)).toEqual([])
})
