import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { checkout } from './source.ts'

/** A layer may import itself and what stands after it; `feature` is the name of the folder. */
type Place = { side: Side; layer: 'app' | 'feature' | 'engine' | 'machinery' | 'testing'; feature: string }
type Side = 'contract' | 'server' | 'web' | 'e2e' | 'bench' | 'trials' | 'other'

const machinery: Partial<Record<Side, string[]>> & Record<'server' | 'web', string[]> = {
  server: [
    'kit',
    'language',
    'http',
    'db',
    'clock',
    'live',
    'files',
    'places',
    'delivery',
    'push',
    'secret',
    'outbound',
  ],
  web: ['map', 'ui', 'api', 'i18n'],
}
/** Between features and machinery: they hold a copy of a table in memory, and know neither features nor routes. */
const engines: Partial<Record<Side, string[]>> & Record<'server', string[]> = {
  server: ['search', 'map-index', 'count-index', 'live-view'],
}
/** Composition. Files beside the folders, such as main.ts, belong here too. */
const composing: Partial<Record<Side, string[]>> = { server: ['start', 'parts', 'demo'], web: ['app'] }

/** Allowed imports as printed in docs/ARCHITECTURE.md. Between features: see `layerObjection`. */
export const table = [
  `web/app → web/<feature> → web/{${machinery.web}} → contract`,
  `server/app → server/<feature> → server/{${engines.server}} → server/{${machinery.server}} → contract`,
  'contract → zod only.     e2e, bench, trials → anything public.',
].join('\n')

export function placeOf(path: string): Place {
  const [top = '', second, third, fourth] = path.split('/')
  if (top === 'e2e' || top === 'bench' || top === 'trials') return { side: top, layer: 'app', feature: '' }
  if (top !== 'contract' && top !== 'server' && top !== 'web') return { side: 'other', layer: 'app', feature: '' }
  if (second !== 'src' || !third || !fourth)
    return { side: top, layer: top === 'contract' ? 'machinery' : 'app', feature: '' }
  if (third === 'testing') return { side: top, layer: 'testing', feature: third }
  if (composing[top]?.includes(third)) return { side: top, layer: 'app', feature: third }
  if (engines[top]?.includes(third)) return { side: top, layer: 'engine', feature: third }
  if (machinery[top]?.includes(third)) return { side: top, layer: 'machinery', feature: third }
  return { side: top, layer: 'feature', feature: third }
}

/** The file that an import leads to, or the bare name of a package. */
export function targetOf(file: string, specifier: string): string {
  const name = specifier.replace(/\?.*$/, '')
  if (name === '#contract') return 'contract/src/index.ts'
  if (name.startsWith('#contract/')) return `contract/src/${name.slice('#contract/'.length)}`
  if (name.startsWith('.')) return join(dirname(file), name).replaceAll('\\', '/')
  return name
}

/** Public files of a server feature; every test may import them. */
const isOffered = (file: string) => /^server\/src\/[\w-]+\/(queries|actions)\.ts$/.test(file)

const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file)

/** Why this import may not be, or nothing. */
export function objection(file: string, specifier: string): string | undefined {
  const target = targetOf(file, specifier)
  const from = placeOf(file)
  if (!specifier.startsWith('.') && !specifier.startsWith('#')) return packageObjection(file, from, target)
  if (!existsSync(join(checkout, target)) && !existsSync(join(checkout, `${target}.ts`))) return 'leads nowhere'
  const to = placeOf(target)
  if (to.side === 'other') return outsideObjection(file, from, target)
  if (from.side !== to.side) return sideObjection(from, to, specifier)
  if (from.side === 'contract' || from.layer === 'app' || from.layer === 'testing') {
    return to.layer === 'testing' && from.layer === 'app' && !isTest(file)
      ? 'only tests use testing helpers'
      : undefined
  }
  if (isTest(file) && (to.layer === 'testing' || to.layer === 'app' || isOffered(target))) return undefined
  return layerObjection(from, to, target)
}

/** Stories, measurements and trials start the product as people do. */
const runsTheWhole = ({ side }: Place): boolean => side === 'e2e' || side === 'bench' || side === 'trials'

/** Files outside the packages are for tools and tests only. */
function outsideObjection(file: string, from: Place, target: string): string | undefined {
  if (target === 'package.json') return undefined
  if (target.startsWith('tests/') && runsTheWhole(from)) return undefined
  // A step of the web's build, not a part of the web.
  if (target.startsWith('scripts/') && file.startsWith('web/build/')) return undefined
  return 'lies outside the packages'
}

function packageObjection(file: string, from: Place, name: string): string | undefined {
  if (from.side === 'contract' && name !== 'zod' && !isTest(file)) return 'the contract uses zod only'
  const isFastify = name === 'fastify' || name.startsWith('@fastify/')
  if (isFastify && from.feature !== 'http' && from.layer !== 'testing')
    return 'Fastify appears only in server/src/platform/http'
  return undefined
}

function sideObjection(from: Place, to: Place, specifier: string): string | undefined {
  if (to.side === 'contract') return specifier.startsWith('#') ? undefined : 'the contract is imported as #contract'
  const isPublic = to.side === 'server' && (to.layer !== 'feature' || to.feature === 'testing')
  if (runsTheWhole(from) && isPublic) return undefined
  // A bench or a trial that needs a browser opens it as the stories do.
  if ((from.side === 'bench' || from.side === 'trials') && to.side === 'e2e') return undefined
  // A trial judges files that the page makes, and has them made without a page; a bench behaves as thousands of pages.
  if ((from.side === 'trials' || from.side === 'bench') && to.side === 'web') return undefined
  // Clients of a running server are the same for both.
  if (from.side === 'bench' && to.side === 'trials') return undefined
  return `${from.side} does not import ${to.side}`
}

function layerObjection(from: Place, to: Place, target: string): string | undefined {
  if (to.layer === 'testing') return 'only tests use testing helpers'
  if (to.layer === 'app') return 'only the composing layer imports the composing layer'
  if (from.layer === 'engine' && to.feature === 'http') return 'an engine knows no routes'
  if (to.layer === 'machinery') return undefined
  if (from.layer === 'machinery')
    return to.layer === 'engine' ? 'machinery knows no engine' : 'machinery knows no feature'
  if (to.layer === 'engine') return undefined
  if (from.layer === 'engine') return 'an engine knows no feature'
  if (from.feature === to.feature) return undefined
  if (from.side === 'web') return 'a web feature never imports another: compose in web/src/app'
  return isOffered(target) ? undefined : "a server feature uses another's queries or actions only"
}
