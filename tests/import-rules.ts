import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { checkout } from './source.ts'

/**
 * Folders inside `src` of contract, server and web, from top to bottom. An import leads to the same or a lower layer.
 */
export const layers = [
  ...['app', 'screens', 'parts', 'start', 'demo'],
  ...['operations', 'exchange', 'public', 'alarms', 'core', 'messaging', 'people', 'memory', 'geo', 'platform'],
  ...['map', 'ui', 'api', 'i18n'],
]
/** Folders that compose features. Files directly in `src` ('') do so too. */
const composing = new Set(['', 'app', 'screens', 'parts', 'start', 'demo'])
const machinery = new Set(['map', 'ui', 'api', 'i18n'])

/** The rules as docs/ARCHITECTURE.md prints them. */
export const table = [
  'web/{app → screens} → layers → web/{map → ui → api → i18n} → contract',
  'server/{main,app,parts,start,demo} → layers → contract',
  `layers = ${layers.filter((layer) => !composing.has(layer) && !machinery.has(layer)).join(' → ')}`,
  'contract → zod only.     e2e, bench, trials → anything.',
].join('\n')

const sides = ['contract', 'server', 'web', 'e2e', 'bench', 'trials'] as const
/** `feature`: a folder inside a layer, with the same name in every package. */
type Place = { side: (typeof sides)[number] | 'other'; layer: string; feature: string }

export function placeOf(path: string): Place {
  const [top = '', src, third = '', fourth = '', fifth] = path.split('/')
  const side = sides.find((one) => one === top) ?? 'other'
  if (src !== 'src' || !fourth) return { side, layer: '', feature: '' }
  const isFeature = !composing.has(third) && !machinery.has(third) && fifth !== undefined
  return { side, layer: third, feature: isFeature ? fourth : '' }
}

/** The file to which an import leads, or the name of a package. */
export function targetOf(file: string, specifier: string): string {
  const name = specifier.replace(/\?.*$/, '')
  if (name === '#contract') return 'contract/src/index.ts'
  if (name.startsWith('#contract/')) return `contract/src/${name.slice('#contract/'.length)}`
  if (name.startsWith('.')) return join(dirname(file), name).replaceAll('\\', '/')
  return name
}

export const isTest = (file: string) => /\.(test|spec)\.tsx?$|^\w+\/src\/testing\//.test(file)

/** Reason why an import is not allowed; undefined if it is allowed. */
export function objection(file: string, specifier: string): string | undefined {
  const target = targetOf(file, specifier)
  const from = placeOf(file)
  if (!specifier.startsWith('.') && !specifier.startsWith('#')) return packageObjection(file, from, target)
  if (!existsSync(join(checkout, target)) && !existsSync(join(checkout, `${target}.ts`))) return 'leads nowhere'
  const to = placeOf(target)
  if (to.side === 'other') return outsideObjection(file, from, target)
  if (from.side !== to.side) return sideObjection(from, to, specifier)
  if (isTest(file) || runsTheWhole(from)) return undefined
  return to.layer === 'testing' ? 'only tests use testing helpers' : layerObjection(from, to, target)
}

const runsTheWhole = ({ side }: Place): boolean => side === 'e2e' || side === 'bench' || side === 'trials'

function outsideObjection(file: string, from: Place, target: string): string | undefined {
  if (target === 'package.json') return undefined
  if (target.startsWith('tests/') && runsTheWhole(from)) return undefined
  // The build of the web, unlike its code, may use scripts.
  if (target.startsWith('scripts/') && file.startsWith('web/build/')) return undefined
  return 'lies outside the packages'
}

function packageObjection(file: string, from: Place, name: string): string | undefined {
  if (from.side === 'contract' && name !== 'zod' && !isTest(file)) return 'the contract uses zod only'
  const isFastify = name === 'fastify' || name.startsWith('@fastify/')
  if (isFastify && from.feature !== 'http' && from.layer !== 'testing') return 'Fastify appears only in platform/http'
  return undefined
}

function sideObjection(from: Place, to: Place, specifier: string): string | undefined {
  if (to.side === 'contract') return specifier.startsWith('#') ? undefined : 'the contract is imported as #contract'
  return runsTheWhole(from) ? undefined : `${from.side} does not import ${to.side}`
}

function layerObjection(from: Place, to: Place, target: string): string | undefined {
  for (const { layer } of [from, to]) if (layer && !layers.includes(layer)) return `${layer} is no layer`
  const isWithinComposition = composing.has(from.layer) && composing.has(to.layer)
  // The folders that compose the server may import each other. In the web, a screen must not import the shell.
  if (isWithinComposition && from.side === 'server') return undefined
  if (from.layer && layers.indexOf(to.layer) < layers.indexOf(from.layer)) return 'an import goes down, never up'
  const isOther = from.feature && to.feature && from.feature !== to.feature
  // Features of the web share data only. Screens combine components of several features.
  if (isOther && from.side === 'web' && !/\/(data|keys)\.ts$/.test(target))
    return "a web feature uses another's data.ts and keys.ts only"
  return undefined
}

/**
 * Files of the contract that each machinery folder of the web may use. Machinery is independent of features, so it uses
 * `platform/`. The map also uses `geo/`, and the API layer uses the live messages.
 */
const machineryMayUse: Record<string, RegExp> = {
  map: /^contract\/src\/(platform|geo)\//,
  ui: /^contract\/src\/platform\//,
  api: /^contract\/src\/(platform\/|live\.ts$)/,
  i18n: /^contract\/src\/platform\//,
}
const alsoUses: Record<string, readonly string[]> = {
  // The configuration that the page receives contains its map sources.
  'web/src/api/config.ts': ['TileSet'],
}

/** Reason why a machinery file may not import `name`. `definedIn`: the file of the contract that defines the name. */
export function machineryObjection(file: string, name: string, definedIn: string): string | undefined {
  const mayUse = machineryMayUse[placeOf(file).layer]
  if (!mayUse || isTest(file) || mayUse.test(definedIn) || alsoUses[file]?.includes(name)) return undefined
  return `${file} knows ${name} of ${definedIn}`
}
