import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findCycles, importGraph } from './import-cycles.ts'
import { isTest, machineryObjection, objection, placeOf } from './import-rules.ts'
import { checkout, filesUnder, importsOf } from './source.ts'

test.each(['contract', 'server', 'web', 'e2e', 'bench', 'trials'])('%s imports only what it may', (folder) => {
  const files = filesUnder(folder, '.ts', '.tsx')
  expect(files.length, 'nothing was read').toBeGreaterThan(0)
  const found = files.flatMap((file) =>
    importsOf(readFileSync(join(checkout, file), 'utf8')).flatMap((specifier) => {
      const why = objection(file, specifier)
      return why ? [`${file} imports ${specifier}: ${why}`] : []
    }),
  )
  expect(found).toEqual([])
})

test.each(['contract', 'server', 'web', 'e2e', 'bench', 'trials', 'scripts', 'tests'])(
  'no file of %s imports itself by way of others',
  (folder) => {
    const graph = importGraph(filesUnder(folder, '.ts', '.tsx', '.js'))
    expect([...graph.values()].flat().length, 'nothing was read').toBeGreaterThan(0)
    expect(findCycles(graph).map((cycle) => cycle.join(' → '))).toEqual([])
  },
)

test.each(['contract', 'server', 'web'])('the features of a layer of %s form no cycle', (folder) => {
  const nameOf = (file: string) => {
    const { layer, feature } = placeOf(file)
    return feature ? `${layer}/${feature}` : ''
  }
  const features = new Map<string, Set<string>>()
  for (const [file, targets] of importGraph(filesUnder(folder, '.ts', '.tsx').filter((one) => !isTest(one)))) {
    const from = nameOf(file)
    if (!from) continue
    const others = features.get(from) ?? new Set()
    features.set(from, others)
    for (const to of targets.map(nameOf)) if (to && to !== from) others.add(to)
  }
  expect(features.size, 'nothing was read').toBeGreaterThan(20)
  const graph = new Map([...features].map(([name, others]) => [name, [...others]]))
  expect(findCycles(graph).map((cycle) => cycle.join(' → '))).toEqual([])
})

test.each(['contract', 'server', 'web'])('%s has at most 16 entries at its top', (folder) => {
  expect(readdirSync(join(checkout, folder, 'src')).length).toBeLessThanOrEqual(16)
})

test.each(['contract', 'server', 'web'])('%s re-exports only from its entry files', (folder) => {
  const entries = [
    'contract/src/index.ts',
    // Entry of the chunk that the page loads after its first view.
    'web/src/screens/workspace/after-first-view.ts',
  ]
  const hubs = filesUnder(`${folder}/src`, '.ts', '.tsx').filter((file) =>
    /^export (?:type )?(?:\*|\{[^}]*\} from)/m.test(readFileSync(join(checkout, file), 'utf8')),
  )
  expect(hubs.filter((file) => !entries.includes(file))).toEqual([])
})

test('the machinery of the web knows no feature of the contract', () => {
  const read = (file: string) => readFileSync(join(checkout, file), 'utf8')
  const definedIn = new Map(
    filesUnder('contract/src', '.ts').flatMap((file) =>
      [...read(file).matchAll(/^export (?:const|type|function|class|interface) (\w+)/gm)].map(([, name = '']) => [
        name,
        file,
      ]),
    ),
  )
  const imported = filesUnder('web/src', '.ts', '.tsx').flatMap((file) =>
    [...read(file).matchAll(/import (?:type )?\{([^}]*)\} from '#contract/g)].flatMap(([, names = '']) =>
      [...names.matchAll(/(?:type )?(\w+)(?: as \w+)?/g)].map(([, name = '']) => ({ file, name })),
    ),
  )
  expect(imported.length, 'nothing was read').toBeGreaterThan(500)
  expect(imported.filter(({ name }) => !definedIn.has(name))).toEqual([])
  expect(imported.flatMap(({ file, name }) => machineryObjection(file, name, definedIn.get(name) ?? '') ?? [])).toEqual(
    [],
  )
})

test.each([
  ['web/src/ui/fields/UnitFields.tsx', 'ActionUnit', 'contract/src/people/role/api.ts'],
  ['web/src/api/device/copies.ts', 'coverApi', 'contract/src/public/cover/api.ts'],
  ['web/src/ui/text/Address.tsx', 'placeApi', 'contract/src/geo/places/api.ts'],
])('%s may not use %s', (file, name, definedIn) => {
  expect(machineryObjection(file, name, definedIn)).toBe(`${file} knows ${name} of ${definedIn}`)
})

test('a cycle is found from any of its files', () => {
  const graph = new Map([
    ['start', ['parent']],
    ['parent', ['child', 'leaf']],
    ['child', ['leaf', 'parent']],
    ['leaf', []],
  ])
  expect(findCycles(graph)).toEqual([['parent', 'child', 'parent']])
})

test.each([
  ['contract/src/index.ts', 'kysely', 'the contract uses zod only'],
  ['contract/src/people/role/api.ts', '../../core/action/api.ts', 'an import goes down, never up'],
  ['server/src/platform/http/serve.ts', '../../people/session/queries.ts', 'an import goes down, never up'],
  ['server/src/memory/new.ts', '../core/aoi/list.ts', 'an import goes down, never up'],
  ['server/src/operations/setup/routes.ts', '../../app.ts', 'an import goes down, never up'],
  ['server/src/people/user/queries.ts', '../../parts/part.ts', 'an import goes down, never up'],
  ['server/src/new-folder/routes.ts', '../app.ts', 'new-folder is no layer'],
  ['server/src/people/session/routes.ts', 'fastify', 'Fastify appears only in platform/http'],
  ['server/src/app.ts', 'fastify', 'Fastify appears only in platform/http'],
  ['server/src/people/session/routes.ts', '../../../../contract/src/index.ts', 'the contract is imported as #contract'],
  ['server/src/people/session/routes.ts', '../../testing/database.ts', 'only tests use testing helpers'],
  ['server/src/platform/db/database.ts', './nowhere.ts', 'leads nowhere'],
  ['server/src/geo/places/places.ts', '../../../../scripts/map-data/ensure.ts', 'lies outside the packages'],
  ['web/src/app/main.tsx', '../../../scripts/map-data/ensure.ts', 'lies outside the packages'],
  ['web/src/app/main.tsx', '../../../server/src/app.ts', 'web does not import server'],
  ['web/src/core/aoi/List.tsx', '../metric/MetricList.tsx', "a web feature uses another's data.ts and keys.ts only"],
  ['web/src/ui/layout/Row.tsx', '../../map/FrameMap.tsx', 'an import goes down, never up'],
])('%s may not import %s', (file, specifier, why) => {
  expect(objection(file, specifier)).toBe(why)
})

test.each([
  ['server/src/operations/setup/routes.ts', '../../people/session/queries.ts'],
  ['server/src/people/session/routes.test.ts', '../../testing/database.ts'],
  ['server/src/platform/db/database.test.ts', '../../core/aoi/list.ts'],
  ['server/src/app.ts', './parts/routes.ts'],
  ['server/src/core/aoi/list.ts', '../../platform/db/database.ts'],
  ['server/src/platform/db/database.ts', 'pg'],
  ['contract/src/people/session/api.ts', 'zod'],
  ['bench/lists.ts', '../server/src/platform/db/database.ts'],
  ['web/build/map-data.ts', '../../scripts/map-data/ensure.ts'],
  ['web/src/core/aoi/List.tsx', '../metric/data.ts'],
  ['web/src/core/metric/data.ts', '../aoi/keys.ts'],
  ['server/src/app.ts', '../../package.json'],
])('%s may import %s', (file, specifier) => {
  expect(objection(file, specifier)).toBeUndefined()
})
