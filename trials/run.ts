import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect, parseArgs } from 'node:util'
import packageFile from '../package.json' with { type: 'json' }
import { type Result, report } from './report.ts'
import type { Outcome, Trial } from './trial.ts'
import { runResources, trialResources } from './world/resources.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    seed: { type: 'string' },
    only: { type: 'string' },
    minutes: { type: 'string' },
  },
})
const isQuick = values.quick
const seed = Number(values.seed ?? (isQuick ? 1 : Date.now() % 1_000_000))

const only = values.only === undefined ? undefined : Number(values.only)
const minutes = Number(values.minutes ?? Number.POSITIVE_INFINITY)

const files = readdirSync(import.meta.dirname).filter((name) => /^r\d+-[\w-]+\.ts$/.test(name))
const all = await Promise.all(
  files.map(async (file) => ((await import(join(import.meta.dirname, file))) as { trial: Trial }).trial),
)
const selectedIds = positionals.map((name) => name.toUpperCase())
const unknown = selectedIds.find((id) => !all.some((trial) => trial.id === id))
if (unknown) throw new Error(`There is no trial ${unknown}: choose from ${all.map(({ id }) => id).join(', ')}`)
if (only !== undefined && (selectedIds.join() !== 'R1' || values.seed === undefined || !Number.isInteger(only)))
  throw new Error('One request is repeated by: npm run trials -- R1 --seed 7 --only 4711')
const isSelected = ({ id, isInTests }: Trial) =>
  selectedIds.length === 0 ? !isQuick || isInTests : selectedIds.includes(id)
const trials = all.filter(isSelected)

const file = join(import.meta.dirname, '../docs/TRIALS.md')
/** Written after each trial, so that an interrupted run of an hour keeps its results. */
const writeReport = () => {
  const previous = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const run = { version: packageFile.version, seed, date: new Date() }
  writeFileSync(file, report(results, run, { previous, trials: all }))
}

const releaseEverything = async () => {
  await trialResources.releaseAll()
  await runResources.releaseAll()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void releaseEverything().finally(() => process.exit(1)))

const results: Result[] = []
for (const trial of trials) {
  const start = performance.now()
  const outcome = await trial.run({ isQuick, seed, only, minutes }).catch((error: unknown): Outcome => {
    // Includes the cause, because only the cause says why a request failed.
    const text = inspect(error)
    return { counts: {}, failures: [`the trial itself broke: ${text}`] }
  })
  const seconds = (performance.now() - start) / 1000
  const left = await trialResources.releaseAll()
  outcome.failures.push(...left.map((error) => `cleaning up after the trial: ${error}`))
  results.push({ trial, outcome, seconds })
  if (!isQuick && only === undefined) writeReport()
  const counts = Object.entries(outcome.counts).map(([name, count]) => `${count} ${name}`)
  console.log(`${trial.id} ${trial.title} … ${counts.join(', ')}, ${seconds.toFixed(1)} s`)
  for (const failure of outcome.failures) console.log(`  FAILED ${failure} (seed ${seed})`)
}

await releaseEverything()

const failed = results.filter(({ outcome }) => outcome.failures.length > 0).length
console.log(`${results.length - failed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
