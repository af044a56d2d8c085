import { build, type PluginOption, type Rolldown } from 'vite'

/** Pages: their names and HTML files. */
type Pages = { index: string; login: string; board: string }

/** The map of the workspace: a lazy import, loaded at the start. */
const mapView = /\/screens\/stage\/WorkspaceMap\.tsx$/
/** Loaded by the workspace after its first view. */
const afterFirstView = /\/screens\/workspace\/after-first-view\.ts$/
/** Pages without the workspace, loaded by the light entry on demand. */
const visitorPage = /\/visitor\/VisitorPage\.tsx$/
/** The tiles of the public page, with the symbols that the workspace shows too. */
const visitorTiles = /\/visitor\/Choice\.tsx$/
const lightPages = [/\/setup\/SetupPage\.tsx$/, /\/invite\/InvitePage\.tsx$/, visitorPage, visitorTiles]

/**
 * Assigns modules to chunks by when they are needed: `base` is what the workspace shares with another page, `shell` its
 * frame with the list, `map` its map, `later` what follows the first view, `visitor` the public page in one file, for
 * slow connections. So the first page needs few requests, and the second loads nothing twice. Computed by building once
 * without rules, because a list kept by hand would go stale.
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
  const [login, shell, map] = [ofPage('login'), ofPage('index'), ofLazy(mapView)]
  const [later, light, visitor] = [ofLazy(afterFirstView), ofLazy(...lightPages), ofLazy(visitorPage)]
  const board = ofPage('board')
  const isOfWorkspace = (id: string) => shell.has(id) || map.has(id) || later.has(id)
  return (id) => {
    if (isStart(id)) return null
    // The bundler's runtime is too small for a request of its own.
    if (isRuntime(id)) return 'base'
    // What only the sign-in page uses stays with it; its CSS is too small for another request.
    if (login.has(id)) return isOfWorkspace(id) || id.endsWith('.css') ? 'base' : 'entry'
    // The public board would otherwise load the whole workspace, or the page of visitors, for the little it shares.
    if ((light.has(id) || board.has(id)) && isOfWorkspace(id)) return 'base'
    if (light.has(id) && board.has(id)) return 'base'
    if (shell.has(id)) return 'shell'
    // Styles come with the frame's: those of the map are needed at once, and the others are too small for another request.
    if ((map.has(id) || later.has(id)) && id.endsWith('.css')) return 'shell'
    // MapLibre changes less often than the rest: a file of its own stays cached.
    if (map.has(id)) return isMapLibre(id) ? null : 'map'
    if (later.has(id)) return 'later'
    return visitor.has(id) ? 'visitor' : null
  }
}

/** The library itself; the address of its worker stays with its importers, or two chunks would depend on each other. */
const isMapLibre = (id: string): boolean => /\/maplibre-gl\/.*\.mjs$/.test(id)

const isRuntime = (id: string): boolean => id.includes('rolldown/runtime')

/** Entry points: they run on import, so a shared chunk must not contain one. */
const isStart = (id: string): boolean => /\/main\.tsx$|\.html$/.test(id)

/** The modules in these chunks and in those they import. */
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
