// `npm test`: runs everything, also on a fresh clone.

import { browserTests, close, lint, runChecks, trials, types, unused, vitest } from './lib/checks.js'
import { findChromium } from './lib/chromium.js'
import { installPackages } from './lib/packages.js'
import { modernNode } from './lib/processes.js'
import { run, step } from './lib/steps.js'
import { buildWeb } from './lib/web.js'

await run(async () => {
  await step('packages', installPackages)
  modernNode()
  await step('browser', findChromium)
  await step('web app', buildWeb)

  // Two lanes run in parallel: trials, which mostly wait for servers, and tests. The time limits of trials apply to
  // whole runs only. Stories run after both, because a third lane made everything slower.
  const lanes = await Promise.all([
    runChecks([
      ['types of contract', types('contract')],
      ['types of server', types('server')],
      ['types of web', types('web')],
      ['types of e2e', types('e2e')],
      ['lint', lint],
      ['unused code', unused],
      ['trials', trials],
    ]),
    runChecks([['unit, route, component and start tests', vitest([])]]),
  ])
  close(...lanes, await runChecks([['browser tests', browserTests()]]))
})
