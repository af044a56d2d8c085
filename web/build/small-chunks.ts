import type { Plugin, Rolldown } from 'vite'

/** A chunk that only re-exports another one under its importers' names. */
const passingOn = /^export\{([^}]*)\}from"\.\/([^"]+)";?\s*$/
/** The bundler's runtime functions, which nearly every chunk imports. */
const isRuntime = ({ name }: Rolldown.OutputChunk) => name === 'rolldown-runtime'

const START = 'start.js'

/**
 * Inlines files too small for a separate request into their importers. They are still written, because a cached file of
 * the previous version may request them.
 */
export const smallChunks = (): Plugin => ({
  name: 'small-chunks',
  apply: 'build',
  generateBundle: {
    // Runs after the dependencies of lazy imports are written into the chunks.
    order: 'post',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? [part] : []))
      for (const small of chunks) {
        const [, names, target] = passingOn.exec(small.code) ?? []
        if (names && target)
          for (const chunk of chunks) chunk.code = importDirectly(chunk.code, { small, names, target })
      }
      const runtime = chunks.find(isRuntime)
      const start = chunks.find(({ isEntry, name }) => isEntry && name === 'index')
      const base = chunks.find(({ name, fileName }) => name === 'base' && start?.imports.includes(fileName))
      if (runtime && base) for (const chunk of chunks) chunk.code = moveRuntime(chunk, runtime, base)
      if (start) this.emitFile({ type: 'asset', fileName: START, source: start.code.replaceAll('"./', '"/assets/') })
      for (const part of Object.values(bundle)) {
        if (part.type !== 'asset' || !part.fileName.endsWith('.html')) continue
        part.source = String(part.source)
          .replace(tagOf('link', runtime), '')
          .replace(tagOf('script', start), `<script type="module" src="/${START}"></script>`)
      }
    },
  },
})

const escaped = (fileName: string): string => fileName.replaceAll('.', '\\.')

const tagOf = (tag: 'link' | 'script', chunk: Rolldown.OutputChunk | undefined) =>
  new RegExp(`<${tag}[^>]*/${escaped(chunk?.fileName ?? '-')}[^>]*>(</script>)?`)

const fileOf = ({ fileName }: Rolldown.OutputChunk): string => fileName.split('/').at(-1) ?? fileName

type Passing = { small: Rolldown.OutputChunk; names: string; target: string }

const importDirectly = (code: string, { small, names, target }: Passing): string => {
  const exported = names.split(',').map((one) => {
    const [name, as = name] = one.split(' as ')
    return `${as}:e.${name}`
  })
  return code
    .replaceAll(new RegExp(`import\\([\`"']\\./${escaped(fileOf(small))}[\`"']\\)`, 'g'), () => {
      return `import("./${target}").then(e=>({${exported}}))`
    })
    .replaceAll(`"${small.fileName}"`, `"assets/${target}"`)
}

/** Puts the runtime into the base, from which the others import it. */
const moveRuntime = (
  chunk: Rolldown.OutputChunk,
  runtime: Rolldown.OutputChunk,
  base: Rolldown.OutputChunk,
): string => {
  const [, body = '', exported = ''] = /^(.*)export\{([^}]*)\};?\s*$/s.exec(runtime.code) ?? []
  const result = exported.split(',').map((one) => one.split(' as ').reverse().join(':'))
  const isBase = chunk === base
  const source = isBase
    ? `const $runtime=(()=>{${body}return{${result}}})();`
    : `import{$runtime}from"./${fileOf(base)}";`
  const moved = chunk.code
    // Lazy imports list their dependencies.
    .replaceAll(`"${runtime.fileName}"`, `"${base.fileName}"`)
    .replace(new RegExp(`import\\{([^}]*)\\}from"\\./${escaped(fileOf(runtime))}";`), (_, names: string) => {
      return `${source}const{${names.split(',').map((one) => one.replace(' as ', ':'))}}=$runtime;`
    })
  return isBase ? `${moved.trimEnd()}export{$runtime};` : moved
}
