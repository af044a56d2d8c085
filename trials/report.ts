import type { Outcome, Trial } from './trial.ts'

type Result = { trial: Trial; outcome: Outcome; seconds: number }

/** docs/TRIALS.md: what the last whole run counted. */
export const report = (results: readonly Result[], { version, seed }: { version: string; seed: number }): string => {
  const rows = results.map(({ trial, outcome, seconds }) => {
    const counts = Object.entries(outcome.counts).map(([name, count]) => `${count} ${name}`)
    const verdict = outcome.failures.length === 0 ? 'passed' : `**failed**: ${outcome.failures[0]}`
    return `| ${trial.id} | ${trial.title} | ${counts.join(', ')} | ${verdict} | ${seconds.toFixed(0)} s |`
  })
  return `# Trials

What the last whole run of \`npm run trials\` counted: ${new Date().toISOString().slice(0, 10)}, version ${version},
seed ${seed}. [SECURITY.md](SECURITY.md) says what each trial shows. \`npm run trials -- --quick\` runs a sample of each, and
is part of \`npm test\`; \`npm run trials -- R1 --seed ${seed}\` repeats one.

| | trial | counts | | took |
|---|---|---|---|---|
${rows.join('\n')}
`
}
