import { build, type PluginOption, type Rolldown } from 'vite'

/** Pages: their names and HTML files. */
type Pages = { index: string; login: string }

/** What the workspace shows first besides its frame; each is loaded on its own wish, and all of them at the start. */
const firstView = [/\/app\/WorkspaceMap\.tsx$/, /\/app\/side\/Events\.tsx$/]

/** Pages without the workspace that come to the light entry when they are asked for. */
const visitorPage = /\/visitor\/VisitorPage\.tsx$/
/** Comes to the workspace after its first view, and must not bring the public page along. */
const afterFirstView = /\/app\/device\/Device\.tsx$/
const lightPages = [/\/setup\/SetupPage\.tsx$/, /\/invite\/InvitePage\.tsx$/, visitorPage]

/**
 * Which chunk a module belongs to: `base` is what the light pages are made of and every page shares, `shell` the frame
 * of the workspace, `view` what first fills it, `common` what both of these share with a light page, which would
 * otherwise bring the whole frame along, `visitor` the public page in one piece, for slow lines. Few requests for the
 * first page, nothing twice for the second. Found by building once without splitting rules; a list kept by hand would
 * rot.
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
  const login = modulesOf(chunks, ({ isEntry, name }) => isEntry && name === 'login')
  const index = modulesOf(chunks, ({ isEntry, name }) => isEntry && name === 'index')
  const light = modulesOf(chunks, ({ facadeModuleId }) => lightPages.some((file) => file.test(facadeModuleId ?? '')))
  const visitor = modulesOf(chunks, ({ facadeModuleId }) => visitorPage.test(facadeModuleId ?? ''))
  const view = modulesOf(chunks, ({ facadeModuleId }) => firstView.some((file) => file.test(facadeModuleId ?? '')))
  const later = modulesOf(chunks, ({ facadeModuleId }) => afterFirstView.test(facadeModuleId ?? ''))
  return (id) => {
    if (isStart(id)) return null
    // The bundler's own few lines need no request of their own.
    if (isRuntime(id)) return 'base'
    // What only the sign-in page shows stays with it; its style is too little for another request.
    if (login.has(id)) return index.has(id) || view.has(id) || id.endsWith('.css') ? 'base' : 'entry'
    if (light.has(id) && (index.has(id) || view.has(id))) return 'common'
    if (index.has(id)) return 'shell'
    // MapLibre changes more seldom than everything around it: a file of its own stays in the browser's cache.
    if (view.has(id) && !isMapLibre(id)) return 'view'
    return visitor.has(id) && !later.has(id) ? 'visitor' : null
  }
}

/** The library itself; the address of its worker belongs to those who name it, or two chunks would wait for each other. */
const isMapLibre = (id: string): boolean => /\/maplibre-gl\/.*\.mjs$/.test(id)

const isRuntime = (id: string): boolean => id.includes('rolldown/runtime')

/** Each page starts itself; a chunk that is shared must only offer. */
const isStart = (id: string): boolean => /\/main\.tsx$|\.html$/.test(id)

/** What is rendered in these chunks and in those they cannot start without. */
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
