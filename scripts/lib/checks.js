import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { performance } from 'node:perf_hooks'
import { findChromium, findHeadlessChromium } from './chromium.js'
import { capture, checkout, modernNode, tool } from './processes.js'
import { secondsSince } from './steps.js'

/*
 * A check returns { passed, failed, output }. Types, lint and similar checks count as one each; test runners count
 * their tests. A runner that fails without a failed test (no tests found, a file that does not load) counts as one
 * failure. Until three complete runs have passed without a retry, a failed test is retried once. A test that fails
 * sometimes is fixed or deleted.
 */

async function single(args, options) {
  const { code, output } = await capture(modernNode(), args, options)
  return code === 0 ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output }
}

/** One thread, because each of the default four copies the types, which costs more than it saves on two cores. */
export const types = (project) => () => single([tool('typescript/bin/tsc'), '-p', project, '--singleThreaded'])
export const lint = () => single([tool('@biomejs/biome/bin/biome'), 'ci', '--colors=off', '--error-on-warnings'])
export const unused = () => single([tool('knip/bin/knip.js'), '--no-progress'])

/** `projects`: names of projects in vitest.config.ts; an empty list runs all. */
export const vitest =
  (projects, files = []) =>
  async () => {
    const report = newReport('vitest.json')
    const chosen = projects.flatMap((project) => ['--project', project])
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const run = await capture(
      modernNode(),
      [tool('vitest/vitest.mjs'), 'run', '--retry=1', ...chosen, ...files, ...reporters],
      {
        env: { NO_COLOR: '1', FORCE_COLOR: undefined },
      },
    )
    const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = readReport(report)
    const times = testResults.map(({ name, startTime, endTime }) => [relative(checkout, name), endTime - startTime])
    return { ...resultOf(run, numPassedTests, numFailedTests), ...published('test-files.txt', times) }
  }

export const browserTests =
  (files = []) =>
  async () => {
    const report = newReport('stories.json')
    const browsers = { CHROMIUM_PATH: await findChromium(), CHROMIUM_HEADLESS_PATH: await findHeadlessChromium() }
    const run = await capture(
      modernNode(),
      [tool('@playwright/test/cli.js'), 'test', '--retries=1', ...files, '--reporter=list,json'],
      { env: { ...browsers, PLAYWRIGHT_JSON_OUTPUT_FILE: report, FORCE_COLOR: '0' } },
    )
    const { stats: { expected = 0, unexpected = 0, flaky = 0 } = {}, suites = [] } = readReport(report)
    return { ...resultOf(run, expected + flaky, unexpected), ...published('stories.txt', storyTimes(suites)) }
  }

const storyTimes = (suites) =>
  suites.flatMap(({ file, suites: inner = [], specs = [] }) => [
    ...specs.flatMap(({ tests }) => tests.map(({ results }) => [file, results[0]?.duration ?? 0])),
    ...storyTimes(inner),
  ])

const SLOWEST_FILES = 5

/** Writes the time of each file, the slowest first, beside the reports. */
function published(name, times) {
  const totals = new Map()
  for (const [file, ms] of times) totals.set(file, (totals.get(file) ?? 0) + ms)
  const sorted = [...totals].sort(([, a], [, b]) => b - a)
  const path = newReport(name)
  writeFileSync(path, sorted.map(([file, ms]) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}\n`).join(''))
  const slowest = sorted.slice(0, SLOWEST_FILES).map(([file, ms]) => `${file} ${Math.round(ms / 1000)} s`)
  return { slowest, times: relative(checkout, path) }
}

/** A line of trials/run.ts: number and title, counts, and the time. */
const trialTimes = (output) =>
  [...output.matchAll(/^(R\d+ .*?) … .*, ([\d.]+) s$/gm)].map(([, name, seconds]) => [name, Number(seconds) * 1000])

export const trials = async () => {
  const run = await capture(modernNode(), [join('trials', 'run.ts'), '--quick'])
  const [, passed = 0, failed = 0] = /(\d+) passed, (\d+) failed\s*$/.exec(run.output) ?? []
  return { ...resultOf(run, Number(passed), Number(failed)), ...published('trials.txt', trialTimes(run.output)) }
}

function resultOf({ code, output }, passed, failed) {
  const nothingRan = passed + failed === 0
  return { passed, failed: (code !== 0 || nothingRan) && failed === 0 ? 1 : failed, output }
}

/** Returns the path of a new report. Reports stay after the run, because they contain the time of every test. */
function newReport(name) {
  const file = join(checkout, 'node_modules/.cache/reports', name)
  mkdirSync(dirname(file), { recursive: true })
  rmSync(file, { force: true })
  return file
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

export async function runChecks(checks) {
  const total = { passed: 0, failed: 0 }
  for (const [name, check] of checks) {
    const start = performance.now()
    const { passed, failed, output, slowest = [], times } = await check()
    const counts = failed ? `${passed} passed, ${failed} FAILED` : `${passed} passed`
    console.log(`${name} … ${counts}, ${secondsSince(start)}`)
    if (slowest.length > 0) console.log(`  slowest: ${slowest.join(', ')}; all times: ${times}`)
    if (failed) console.log(output.trimEnd().replace(/^/gm, '  '))
    total.passed += passed
    total.failed += failed
  }
  return total
}

export function close(...totals) {
  const sum = (key) => totals.reduce((total, part) => total + part[key], 0)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  if (sum('failed') > 0) process.exitCode = 1
}
