import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { findChromium, findHeadlessChromium } from './chromium.js'
import { capture, modernNode, tool } from './processes.js'
import { secondsSince } from './steps.js'

/*
 * A check answers { passed, failed, output }. Types, lint and the like count as one each; test runners count their
 * tests, and a runner that fails without a failed test (nothing found, a file that does not load) counts as one failed.
 *
 * A test that fails is run once more. One that then passes counts as passed, and is printed as `unsteady` with what
 * went wrong the first time: a busy machine must not stop a release, and a race must not go unseen.
 */

async function single(args, options) {
  const { code, output } = await capture(modernNode(), args, options)
  return code === 0 ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output }
}

/** By default four threads check, each with its own copy of the types: twice the work, which two cores do not make up for. */
export const types = (project) => () => single([tool('typescript/bin/tsc'), '-p', project, '--singleThreaded'])
export const lint = () => single([tool('@biomejs/biome/bin/biome'), 'ci', '--colors=off', '--error-on-warnings'])
export const unused = () => single([tool('knip/bin/knip.js'), '--no-progress'])

/** `projects` are those of vitest.config.ts; none means all. */
export const vitest =
  (projects, files = []) =>
  () =>
    withReport(async (report) => {
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
      return { ...resultOf(run, numPassedTests, numFailedTests), unsteady: unsteadyOfVitest(testResults) }
    })

export const browserTests =
  (files = []) =>
  () =>
    withReport(async (report) => {
      const browsers = { CHROMIUM_PATH: await findChromium(), CHROMIUM_HEADLESS_PATH: await findHeadlessChromium() }
      const run = await capture(
        modernNode(),
        [tool('@playwright/test/cli.js'), 'test', '--retries=1', ...files, '--reporter=list,json'],
        {
          env: { ...browsers, PLAYWRIGHT_JSON_OUTPUT_FILE: report, FORCE_COLOR: '0' },
        },
      )
      const { stats: { expected = 0, unexpected = 0, flaky = 0 } = {}, suites = [] } = readReport(report)
      return { ...resultOf(run, expected + flaky, unexpected), unsteady: unsteadyOfPlaywright(suites) }
    })

/** Vitest keeps what went wrong before a test passed. */
export const unsteadyOfVitest = (files) =>
  files
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]}`)

/** Playwright calls a test flaky that passed at its second attempt; suites hold suites. */
export const unsteadyOfPlaywright = (suites) =>
  suites.flatMap(({ suites: inner = [], specs = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ title, tests }) => `${title}: ${tests[0].results[0].errors[0]?.message}`),
    ...unsteadyOfPlaywright(inner),
  ])

/** The last line has the counts; a failure stands below the line of its trial. */
export const failedTrials = (output) => {
  const failed = new Map()
  let id = ''
  for (const line of output.split('\n')) {
    id = /^R\d+(?= )/.exec(line)?.[0] ?? id
    if (line.trimStart().startsWith('FAILED') && !failed.has(id)) failed.set(id, line.trim())
  }
  return failed
}

/** A sample of every trial. */
export const trials = async () => {
  const run = await runTrials([])
  if (run.failed === 0) return run
  const failed = failedTrials(run.output)
  const again = failed.size === run.failed ? await runTrials([...failed.keys()]) : run
  if (again.failed > 0) return run
  const unsteady = [...failed].map(([id, failure]) => `${id}: ${failure}`)
  return { passed: run.passed + run.failed, failed: 0, output: run.output, unsteady }
}

async function runTrials(ids) {
  const run = await capture(modernNode(), [join('trials', 'run.ts'), '--quick', ...ids])
  const [, passed = 0, failed = 0] = /(\d+) passed, (\d+) failed\s*$/.exec(run.output) ?? []
  return resultOf(run, Number(passed), Number(failed))
}

function resultOf({ code, output }, passed, failed) {
  const nothingRan = passed + failed === 0
  return { passed, failed: (code !== 0 || nothingRan) && failed === 0 ? 1 : failed, output }
}

async function withReport(work) {
  const folder = mkdtempSync(join(tmpdir(), 'cohesion-report-'))
  try {
    return await work(join(folder, 'report.json'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

/** Runs checks one after another, one line each; a failed one prints its whole output. */
export async function runChecks(checks) {
  const total = { passed: 0, failed: 0 }
  for (const [name, check] of checks) {
    const start = performance.now()
    const { passed, failed, output, unsteady = [] } = await check()
    const counts = failed ? `${passed} passed, ${failed} FAILED` : `${passed} passed`
    console.log(`${name} … ${counts}, ${secondsSince(start)}`)
    if (failed) console.log(output.trimEnd().replace(/^/gm, '  '))
    for (const test of unsteady) console.log(`  unsteady: ${test.replaceAll('\n', '\n    ')}`)
    total.passed += passed
    total.failed += failed
  }
  return total
}

/** The last line of every run. */
export function close(...totals) {
  const sum = (key) => totals.reduce((total, part) => total + part[key], 0)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  if (sum('failed') > 0) process.exitCode = 1
}
