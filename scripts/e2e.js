// `npm run e2e -- e2e/sign-in.spec.ts`: runs the named browser tests, or all.

import { browserTests, close, runChecks } from './lib/checks.js'
import { installPackages } from './lib/packages.js'
import { run, step } from './lib/steps.js'
import { buildWeb } from './lib/web.js'

await run(async () => {
  await step('packages', installPackages)
  await step('web app', buildWeb)
  close(await runChecks([['browser tests', browserTests(process.argv.slice(2))]]))
})
