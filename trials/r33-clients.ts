import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { BASE_PATH } from '#contract'
import { failureList, type Outcome, type Trial } from './trial.ts'
import type { Api } from './world/api.ts'
import { installPackages, packageVersions, type Scratch } from './world/npm-programs.ts'
import { countOf, readingToken } from './world/ogc.ts'
import { addService } from './world/second-service.ts'
import { sharedServer } from './world/server.ts'

const recipe = resolve(import.meta.dirname, '../docs/recipes/typescript.md')
/** Two pages of the demo's events, or more. */
const PAGE = 25

/** The program that docs/recipes/typescript.md prints, so that readers get one that runs. */
const storyOfRecipe = (): string => {
  const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(readFileSync(recipe, 'utf8')) ?? []
  if (!code.includes('liveEvents')) throw new Error('the recipe has no program')
  return code
}

/** As in the recipe, which the first generator reads too: it decides about the endings of imports. */
const compilerOptions = {
  target: 'es2022',
  module: 'nodenext',
  strict: true,
  types: ['node'],
  rootDir: '.',
  outDir: 'out',
}

/** Generated clients and the recipe's program, compiled by TypeScript 5, strict. */
const generateClients = async ({ folder, run }: Scratch): Promise<void> => {
  const files = ['story.ts', 'schema.d.ts', 'orval/client.ts']
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  await run({}, 'openapi-ts', '-i', 'openapi.json', '-o', 'client')
  await run({}, 'openapi-typescript', 'openapi.json', '-o', 'schema.d.ts')
  await run({}, 'orval', '--input', 'openapi.json', '--output', 'orval/client.ts', '--client', 'fetch')
  writeFileSync(join(folder, 'story.ts'), storyOfRecipe())
  await run({}, 'tsc')
}

const tellStory = async ({ run }: Scratch, api: Api, base: string): Promise<string[]> => {
  const { technician } = await addService(api, await api.signIn('technician'))
  const body = { name: 'client', scopes: ['events', 'report', 'log'], password: technician.password }
  const { token } = await api.must(api.send('POST', '/tokens', { ...technician, body }))
  const printed = await run({ COHESION: base, COHESION_TOKEN: token }, 'node', 'out/story.js')
  const expected = ['READY', 'AOI_CREATED', 'Fallen tree', 'On my way', 'AOI_UPDATED', 'true']
  const missing = expected.filter((text) => !printed.includes(text))
  const { total } = await api.must(api.send('GET', '/aoi/filtered?type=all&archived=true', technician))
  const isArchived = total.some(({ properties }: { properties: { name: string } }) => properties.name === 'Fallen tree')
  return [
    ...missing.map((text) => `the story printed no ${text}: ${printed.slice(0, 300)}`),
    ...(isArchived ? [] : ['the event of the story is not archived']),
  ]
}

/** Reads each collection with ogc-client: landing page, conformance, collections, then items page by page. */
const ogcReader = `
import { OgcApiEndpoint, setFetchOptions } from '@camptocamp/ogc-client'
const { SERVICE, TOKEN, PAGE } = process.env
const headers = { authorization: \`Bearer \${TOKEN}\` }
setFetchOptions({ headers })
const endpoint = new OgcApiEndpoint(SERVICE)
const { title } = await endpoint.info
const classes = await endpoint.conformanceClasses
const ids = {}
for (const collection of await endpoint.featureCollections) {
  ids[collection] = []
  for (let query = null; query !== undefined; ) {
    const items = await endpoint.getCollectionItems(collection, +PAGE, 0, null, null, null, null, null, query)
    ids[collection].push(...items.map(({ id }) => id))
    // The client does not return the link to the next page, so it is read here; the client appends the cursor itself.
    const url = await endpoint.getCollectionItemsUrl(collection, { limit: +PAGE, asJson: true, ...(query && { query }) })
    const { links } = await (await fetch(url, { headers })).json()
    const next = links.find(({ rel }) => rel === 'next')
    query = next && \`cursor=\${new URL(next.href).searchParams.get('cursor')}\`
  }
}
console.log(JSON.stringify({ title, classes, ids }))
`

const readCollections = async ({ folder, run }: Scratch, api: Api, base: string): Promise<string[]> => {
  const failures: string[] = []
  const token = await readingToken(api, await api.signIn('technician'), 'ogc-client')
  writeFileSync(join(folder, 'read.js'), ogcReader)
  const printed = await run({ SERVICE: `${base}/ogc`, TOKEN: token, PAGE: String(PAGE) }, 'node', 'read.js')
  const { title, classes, ids } = JSON.parse(printed.trim().split('\n').at(-1) ?? '')
  if (!title) failures.push('ogc-client finds no title')
  if (!classes.some((one: string) => one.endsWith('/conf/core'))) failures.push('ogc-client finds no core conformance')
  for (const id of ['events', 'activities', 'sensor-areas', 'regions']) {
    const expected = await countOf(api, token, id)
    const read = new Set(ids[id]).size
    if (read !== expected || ids[id].length !== expected) failures.push(`ogc-client reads ${read} of ${expected} ${id}`)
  }
  if (!(ids.events?.length > PAGE)) failures.push('the demo has no second page of events')
  return failures
}

export const trial: Trial = {
  id: 'R33',
  title: 'Programs of npm find no error in the API document, compile its clients, run the recipe and read collections',
  run: async (): Promise<Outcome> => {
    const failures = failureList()
    const scratch = await installPackages()
    const { api, url } = await sharedServer()
    const base = `${url}${BASE_PATH}`
    const document = await fetch(`${base}/openapi.json`)
    writeFileSync(join(scratch.folder, 'openapi.json'), await document.text())
    mkdirSync(join(scratch.folder, 'orval'), { recursive: true })
    writeFileSync(join(scratch.folder, 'rules.json'), JSON.stringify({ extends: ['spectral:oas'] }))
    const steps = [
      () => scratch.run({}, 'redocly', 'lint', 'openapi.json').then(() => []),
      () => scratch.run({}, 'spectral', 'lint', 'openapi.json', '--ruleset', 'rules.json').then(() => []),
      () => generateClients(scratch).then(() => tellStory(scratch, api, base)),
      () => readCollections(scratch, api, base),
    ]
    for (const step of steps) failures.addAll(await step().catch((error: Error) => [error.message]))
    return { counts: { with: packageVersions }, failures: failures.all() }
  },
}
