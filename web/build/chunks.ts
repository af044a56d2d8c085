import { build, type PluginOption, type Rolldown } from 'vite'

type Pages = { index: string; login: string; board: string }

const mapView = /\/screens\/stage\/WorkspaceMap\.tsx$/
const afterFirstView = /\/screens\/workspace\/after-first-view\.ts$/
const visitorPage = /\/visitor\/VisitorPage\.tsx$/
const visitorTiles = /\/visitor\/Choice\.tsx$/
const lightPages = [/\/invite\/InvitePage\.tsx$/, visitorPage, visitorTiles]

/**
 * Assigns modules to chunks by the time when they are needed. `base`: shared by the workspace and another page.
 * `shell`: the workspace's frame with the list. `map`: its map. `later`: after the first view. `visitor`: the public
 * page, in one file for slow connections. A first build without these rules finds the modules of each, so that no list
 * has to be maintained.
 */
export const planChunks = async (
  root: string,
  pages: Pages,
  plugins: PluginOption[],
): Promise<(id: string) => string | null> => {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins,
    build: { write: false, minify: false, reportCompressedSize: false, rolldownOptions: { input: pages } },
  })
  const chunks = [result]
    .flat()
    .flatMap((one) => ('output' in one ? one.output : []))
    .flatMap((part) => (part.type === 'chunk' ? [part] : []))
  const ofPage = (page: keyof Pages) => modulesOf(chunks, ({ isEntry, name }) => isEntry && name === page)
  const ofLazy = (...files: RegExp[]) =>
    modulesOf(chunks, ({ facadeModuleId }) => files.some((file) => file.test(facadeModuleId ?? '')))
  const login = ofPage('login')
  const shell = ofPage('index')
  const map = ofLazy(mapView)
  const later = ofLazy(afterFirstView)
  const light = ofLazy(...lightPages)
  const visitor = ofLazy(visitorPage, visitorTiles)
  const board = ofPage('board')
  const isOfWorkspace = (id: string) => shell.has(id) || map.has(id) || later.has(id)
  return (id) => {
    if (isStart(id)) return null
    // The bundler's runtime is too small for a separate request.
    if (isRuntime(id)) return 'base'
    // Modules used only by the sign-in page stay in its chunk. Its CSS is too small for a separate request.
    if (login.has(id)) return isOfWorkspace(id) || id.endsWith('.css') ? 'base' : 'entry'
    // Keeps the public board and other light pages from loading a chunk of the workspace for a few shared modules.
    if ((light.has(id) || board.has(id)) && isOfWorkspace(id)) return 'base'
    if (light.has(id) && board.has(id)) return 'base'
    if (shell.has(id)) return 'shell'
    // Styles go to the shell: the map needs its styles at once, and the others are too small for separate requests.
    if ((map.has(id) || later.has(id)) && id.endsWith('.css')) return 'shell'
    // MapLibre gets a separate file, which stays cached because it rarely changes.
    if (map.has(id)) return isMapLibre(id) ? null : 'map'
    if (later.has(id)) return 'later'
    return visitor.has(id) ? 'visitor' : null
  }
}

/**
 * Only the library: its worker's address must stay with the modules that import it, or two chunks would depend on each
 * other.
 */
const isMapLibre = (id: string): boolean => /\/maplibre-gl\/.*\.mjs$/.test(id)

const isRuntime = (id: string): boolean => id.includes('rolldown/runtime')

/** Entry points, which run on import, so a shared chunk must not contain one. */
const isStart = (id: string): boolean => /\/main\.tsx$|\.html$/.test(id)

const modulesOf = (chunks: Rolldown.OutputChunk[], isFirst: (chunk: Rolldown.OutputChunk) => boolean): Set<string> => {
  const reached = new Set<Rolldown.OutputChunk>()
  const reach = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || reached.has(chunk)) return
    reached.add(chunk)
    for (const file of chunk.imports) reach(chunks.find(({ fileName }) => fileName === file))
  }
  for (const chunk of chunks.filter(isFirst)) reach(chunk)
  const rendered = [...reached].flatMap((chunk) => Object.entries(chunk.modules))
  const isThere = ([id, { renderedLength }]: (typeof rendered)[number]) => renderedLength > 0 || id.endsWith('.css')
  return new Set(rendered.filter(isThere).map(([id]) => id))
}
