import { resolve } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { slimContract } from './slim-contract.ts'

const source = resolve(import.meta.dirname, '../src/app/first-requests/page.ts')
const NAME = 'first-requests.js'
const CONFIG = '<!--cohesion-config-->'

const mapView = /\/screens\/stage\/WorkspaceMap\.tsx$/
const streetsView = /\/map\/streets\/streetsBasemap\.ts$/
/** The map's, which MapLibre would load only once it runs itself. */
const isWorker = (file: string) => /map-worker.*\.js$/.test(file)
const textsOf = /\/i18n\/(\w+)\/first-view\.ts$/
const fonts = { en: ['latin'], he: ['hebrew', 'latin'] }

/**
 * Puts a script into the page of the workspace that sends its first requests before any other script has come, and
 * writes it with the names of the files that the first view needs. The server puts its text into the page.
 */
export const firstRequests = (): Plugin => ({
  name: 'first-requests',
  apply: 'build',
  transformIndexHtml: {
    order: 'pre',
    // It needs the configuration, which the server writes before it.
    handler: (html, { path }) =>
      path === '/index.html' ? html.replace(CONFIG, `${CONFIG}\n    <script src="/${NAME}"></script>`) : html,
  },
  async generateBundle(_options, bundle) {
    const code = await bundleScript()
    const files = JSON.stringify({
      ...mapFiles(bundle),
      workers: Object.keys(bundle).filter(isWorker).map((file) => `/${file}`), // biome-ignore format: one line
      languages: languageFiles(bundle),
    })
    this.emitFile({ type: 'asset', fileName: NAME, source: `const FIRST_FILES = ${files};\n${code}` })
  },
})

const bundleScript = async (): Promise<string> => {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [slimContract()],
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: source, output: { format: 'iife' } },
    },
  })
  const [chunk] = [result].flat().flatMap((one) => ('output' in one ? one.output : []))
  if (chunk?.type !== 'chunk') throw new Error('the script of the first requests was not built')
  return chunk.code.trim()
}

const chunksOf = (bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] =>
  Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? [part] : []))

/** The chunks of the map and of its streets, what they import and their styles, except what the page itself names. */
const mapFiles = (bundle: Rolldown.OutputBundle): { map: string[]; streets: string[] } => {
  const chunks = chunksOf(bundle)
  const page = chunks.find(({ isEntry, name }) => isEntry && name === 'index')
  const chunkWith = (file: RegExp) => chunks.find(({ moduleIds }) => moduleIds.some((id) => file.test(id)))
  const [map, streets] = [chunkWith(mapView), chunkWith(streetsView)]
  if (!page || !map || !streets) throw new Error('a chunk of the map is missing')
  const namedByPage = closureOf(page, chunks)
  const ofMap = [...closureOf(map, chunks)].filter((file) => !namedByPage.has(file))
  const ofStreets = [...closureOf(streets, chunks)].filter((file) => !namedByPage.has(file) && !ofMap.includes(file))
  const addresses = (files: string[]) => files.map((file) => `/${file}`)
  return { map: addresses([...ofMap, ...(map.viteMetadata?.importedCss ?? [])]), streets: addresses(ofStreets) }
}

/** The file of a chunk and of all that it imports. */
const closureOf = (chunk: Rolldown.OutputChunk, chunks: readonly Rolldown.OutputChunk[]): Set<string> => {
  const files = new Set([chunk.fileName])
  for (const file of files)
    for (const next of chunks.find((one) => one.fileName === file)?.imports ?? []) files.add(next)
  return files
}

const languageFiles = (bundle: Rolldown.OutputBundle): Record<string, string[]> => {
  const texts = chunksOf(bundle).flatMap(({ facadeModuleId, fileName }) => {
    const language = textsOf.exec(facadeModuleId ?? '')?.[1]
    return language ? [{ language, file: `/${fileName}` }] : []
  })
  const fontFile = (name: string) => Object.keys(bundle).find((file) => file.includes(`rubik-${name}-wght`))
  return Object.fromEntries(
    Object.entries(fonts).map(([language, names]) => [
      language,
      [
        ...texts.filter((text) => text.language === language).map(({ file }) => file),
        ...names.flatMap((name) => fontFile(name) ?? []).map((file) => `/${file}`),
      ],
    ]),
  )
}
