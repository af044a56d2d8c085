import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findCycles, importGraph } from './import-cycles.ts'
import { objection } from './import-rules.ts'
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

test('a cycle is found from wherever it is entered', () => {
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
  ['server/src/platform/http/serve.ts', '../session/queries.ts', 'machinery knows no feature'],
  ['server/src/memory/search/search.ts', '../aoi/queries.ts', 'an engine knows no feature'],
  ['server/src/memory/map-index/map-index.ts', '../http/serve.ts', 'an engine knows no routes'],
  ['server/src/platform/live/live.ts', '../live-view/live-views.ts', 'machinery knows no engine'],
  [
    'server/src/operations/setup/routes.ts',
    '../session/routes.ts',
    "a server feature uses another's queries or actions only",
  ],
  ['server/src/operations/setup/routes.ts', '../app.ts', 'only the composing layer imports the composing layer'],
  ['server/src/people/session/routes.ts', 'fastify', 'Fastify appears only in server/src/platform/http'],
  ['server/src/app.ts', 'fastify', 'Fastify appears only in server/src/platform/http'],
  ['server/src/people/session/routes.ts', '../../../contract/src/index.ts', 'the contract is imported as #contract'],
  ['server/src/people/session/routes.ts', '../testing/database.ts', 'only tests use testing helpers'],
  ['server/src/platform/db/database.ts', './nowhere.ts', 'leads nowhere'],
  ['server/src/geo/places/places.ts', '../../../scripts/map-data/ensure.ts', 'lies outside the packages'],
  ['web/src/main.tsx', '../../scripts/map-data/ensure.ts', 'lies outside the packages'],
  ['web/src/login/Page.tsx', '../../../server/src/app.ts', 'web does not import server'],
])('%s may not import %s', (file, specifier, why) => {
  expect(objection(file, specifier)).toBe(why)
})

test.each([
  ['server/src/operations/setup/routes.ts', '../session/queries.ts'],
  ['server/src/people/session/routes.test.ts', '../testing/database.ts'],
  ['server/src/app.ts', './session/routes.ts'],
  ['server/src/core/aoi/list.ts', '../search/query.ts'],
  ['server/src/memory/search/search.test.ts', '../aoi/queries.ts'],
  ['server/src/platform/db/database.ts', 'pg'],
  ['contract/src/people/session/api.ts', 'zod'],
  ['bench/lists.ts', '../server/src/platform/db/database.ts'],
  ['web/build/map-data.ts', '../../scripts/map-data/ensure.ts'],
  ['server/src/app.ts', '../../package.json'],
])('%s may import %s', (file, specifier) => {
  expect(objection(file, specifier)).toBeUndefined()
})
