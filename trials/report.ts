import type { Outcome, Trial } from './trial.ts'

export type Result = { trial: Trial; outcome: Outcome; seconds: number }
type Run = { version: string; seed: number; date: Date }

const rowOf = ({ trial, outcome, seconds }: Result, { version, seed, date }: Run): string => {
  const counts = Object.entries(outcome.counts).map(([name, count]) => `${count} ${name}`)
  const verdict = outcome.failures.length === 0 ? 'passed' : `**failed**: ${outcome.failures[0]?.split('\n')[0]}`
  const run = `${date.toISOString().slice(0, 10)}, ${version}, seed ${seed}`
  const cells = [trial.id, trial.title, counts.join(', '), verdict, `${seconds.toFixed(0)} s`, run]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

const idOf = (row: string): string => /^\| (R\d+) \|/.exec(row)?.[1] ?? ''

const rowsIn = (report: string): Map<string, string> =>
  new Map(
    report
      .split('\n')
      .filter(idOf)
      .map((row) => [idOf(row), row]),
  )

/**
 * The text of docs/TRIALS.md: the counts of each trial's last whole run. A trial that was not run this time keeps its
 * row, with date and seed. `trials` lists all trials.
 */
export const report = (
  results: readonly Result[],
  run: Run,
  { previous, trials }: { previous: string; trials: readonly Trial[] },
) => {
  const rows = rowsIn(previous)
  const inTests = trials.filter(({ isInTests }) => isInTests).map(({ id }) => id)
  for (const result of results) rows.set(result.trial.id, rowOf(result, run))
  return `# Trials

Counts of the last complete run of each trial, written by \`npm run trials\`. [SECURITY.md](SECURITY.md) says what each trial
shows. All run nightly and before a release. \`npm test\` runs \`npm run trials -- --quick\`: one fast sample of each kind of
attack, which is ${inTests.join(', ')}; of these R10 fills every field and opens no browser.
\`npm run trials -- --quick R20\` runs a sample of another, and \`npm run trials -- R1 --seed 7\` repeats one and replaces its row.
\`--minutes 5\` makes R31 draw as many paths as fit.

| | trial | counts | | took | run |
|---|---|---|---|---|---|
${trials.map(({ id }) => rows.get(id) ?? `| ${id} | | | not run yet | | |`).join('\n')}
`
}
