// `npm run check`: the checks that are quick enough to run before every commit.
import { close, lint, runChecks, types, vitest } from './lib/checks.js'
import { installPackages } from './lib/packages.js'
import { modernNode } from './lib/processes.js'
import { run, step } from './lib/steps.js'

await run(async () => {
  await step('packages', installPackages)
  modernNode()
  const lanes = await Promise.all([
    runChecks([
      ...['contract', 'server', 'web', 'e2e'].map((name) => [`types of ${name}`, types(name)]),
      ['lint', lint],
    ]),
    runChecks([['imports and unit tests', vitest(['unit'])]]),
  ])
  close(...lanes)
})
