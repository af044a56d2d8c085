import { build, type PluginOption, type Rolldown } from 'vite'

/** Pages: their names and HTML files. */
type Pages = { index: string; login: string }

/**
 * Which chunk a module belongs to: `base` is what the light pages are made of and every page shares, `shell` what the
 * workspace needs at once. Few requests for the first page, nothing twice for the second. Found by building once
 * without splitting rules; a list kept by hand would rot.
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
  const login = modulesOf('login', chunks)
  const index = modulesOf('index', chunks)
  return (id) => {
    if (isStart(id)) return null
    return login.has(id) ? 'base' : index.has(id) ? 'shell' : null
  }
}

/** Each page starts itself; a chunk that is shared must only offer. */
const isStart = (id: string): boolean => /\/main\.tsx$|\.html$/.test(id)

/** What is rendered in a page's own chunk and in those it cannot start without. */
const modulesOf = (page: string, chunks: Rolldown.OutputChunk[]): Set<string> => {
  const reached = new Set<Rolldown.OutputChunk>()
  const reach = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || reached.has(chunk)) return
    reached.add(chunk)
    for (const file of chunk.imports) reach(chunks.find(({ fileName }) => fileName === file))
  }
  reach(chunks.find(({ isEntry, name }) => isEntry && name === page))
  const rendered = [...reached].flatMap((chunk) => Object.entries(chunk.modules))
  const isThere = ([id, { renderedLength }]: (typeof rendered)[number]) => renderedLength > 0 || id.endsWith('.css')
  return new Set(rendered.filter(isThere).map(([id]) => id))
}
