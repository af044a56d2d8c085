import { resolve } from 'node:path'
import { type Plugin, parseSync } from 'vite'

/**
 * Keeps zod out of pages that validate nothing. Splits each file of the contract into two modules: the file itself,
 * whose endpoints keep only the properties that `call` needs, and its schemas (`?schemas`), loaded by forms that
 * validate.
 */
export const slimContract = (): Plugin => {
  const contract = resolve(import.meta.dirname, '../../contract/src')
  const zod = resolve(import.meta.dirname, 'zod.ts')
  return {
    name: 'slim-contract',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^zod$/ },
      handler: (_id, importer) => (importer?.startsWith(contract) ? { id: zod, moduleSideEffects: false } : undefined),
    },
    transform: {
      filter: { id: new RegExp(`^${contract}/.*\\.ts`) },
      handler: (code, id) => ({
        code: id.endsWith(SCHEMAS) ? pure(code, id) : slim(code, id),
        map: null,
        moduleType: 'ts',
        moduleSideEffects: false,
      }),
    },
  }
}

const SCHEMAS = '?schemas'
/** Properties of an endpoint that `call` needs at run time. All others are types, documentation or for the server. */
const kept = new Set(['method', 'path', 'files'])

type Node = { type: string; start: number; end: number; [key: string]: unknown }
type Value = { name: string; init: Node; isExported: boolean; statement: Node }
type Cut = { start: number; end: number; by: string }

export const slim = (code: string, path: string): string => {
  const values = valuesOf(code, path)
  const schemas = values.filter(isSchema).map((value) => value.name)
  const cuts = values.flatMap((value): Cut[] => {
    if (isSchema(value)) return [{ ...value.statement, by: '' }]
    return isApi(value.init) ? schemaCuts(value.init, code) : pureCuts(value.init)
  })
  const file = `./${path.split('/').at(-1)}${SCHEMAS}`
  const link = schemas.length ? `import { ${schemas} } from '${file}'\nexport { ${schemas} }\n` : ''
  return link + apply(code, cuts)
}

const pure = (code: string, path: string): string =>
  apply(
    code,
    valuesOf(code, path.replace(SCHEMAS, '')).flatMap(({ init }) => pureCuts(init)),
  )

const apply = (code: string, cuts: Cut[]): string =>
  cuts
    .sort((a, b) => b.start - a.start)
    .reduce((text, cut) => text.slice(0, cut.start) + cut.by + text.slice(cut.end), code)

const valuesOf = (code: string, path: string): Value[] => {
  const { body } = parseSync(path, code).program as unknown as { body: Node[] }
  return body.flatMap((statement) => {
    const isExported = statement.type === 'ExportNamedDeclaration'
    const declaration = isExported ? (statement.declaration as Node | null) : statement
    if (declaration?.type !== 'VariableDeclaration') return []
    return (declaration.declarations as Node[]).flatMap(({ id, init }) =>
      init ? [{ name: String((id as Node).name), init: unwrap(init as Node), isExported, statement }] : [],
    )
  })
}

const unwrap = (node: Node): Node =>
  node.type === 'TSSatisfiesExpression' || node.type === 'TSAsExpression' ? unwrap(node.expression as Node) : node

/** Whether a declaration is a schema: an exported call such as `z.object(…)`, unlike plain values and functions. */
const isSchema = ({ init, isExported }: Value): boolean => isExported && init.type === 'CallExpression'

const keyOf = (property: Node): string => {
  const key = property.key as Node
  return String(key.name ?? key.value)
}

const propertiesOf = (node: Node): Node[] =>
  node.type === 'ObjectExpression' ? (node.properties as Node[]).filter(({ type }) => type === 'Property') : []
const isEndpoint = (node: Node): boolean => propertiesOf(node).some((property) => keyOf(property) === 'method')
const isApi = (node: Node): boolean => propertiesOf(node).some((property) => isEndpoint(property.value as Node))

const schemaCuts = (api: Node, code: string): Cut[] =>
  propertiesOf(api)
    .flatMap((property) => propertiesOf(unwrap(property.value as Node)))
    .filter((property) => !kept.has(keyOf(property)))
    .map(({ start, end }) => ({ start, end: end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0), by: '' }))

const makesNothing = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'Literal'])

/**
 * Marks schemas as pure, so that the bundler drops unused ones: it cannot know that `z.object(…)` has no side effect.
 */
const pureCuts = (node: Node): Cut[] =>
  makesNothing.has(node.type)
    ? []
    : [
        { start: node.start, end: node.start, by: '/* @__PURE__ */ (() => (' },
        { start: node.end, end: node.end, by: '))()' },
      ]
