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
  let chromium = ''
  await step('browser', async () => {
    chromium = await findChromium()
    return chromium
  })
  await step('web app', buildWeb)

  // Two lanes of about the same length: browser tests and trials wait for pages and servers much of their time.
  const lanes = await Promise.all([
    runChecks([
      ['types of contract', types('contract')],
      ['types of server', types('server')],
      ['types of web', types('web')],
      ['types of e2e', types('e2e')],
      ['lint', lint],
      ['unused code', unused],
      ['browser tests', browserTests(chromium)],
    ]),
    runChecks([
      ['unit, route, component and start tests', vitest([])],
      ['trials', trials],
    ]),
  ])
  close(...lanes)
})
