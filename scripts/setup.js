// Before `npm start`: installs packages by the lockfile and builds the web app if its sources changed (--packages: only
// packages).
import { installPackages } from './lib/packages.js'
import { modernNode } from './lib/processes.js'
import { run, step } from './lib/steps.js'
import { buildWeb } from './lib/web.js'

await run(async () => {
  await step('packages', installPackages)
  modernNode()
  if (!process.argv.includes('--packages')) await step('web app', buildWeb)
})
