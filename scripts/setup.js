// Before `npm start`: packages as the lockfile says, the web app as its sources say (--packages: only those).
import { installPackages } from './lib/packages.js'
import { modernNode } from './lib/processes.js'
import { run, step } from './lib/steps.js'
import { buildWeb } from './lib/web.js'

await run(async () => {
  await step('packages', installPackages)
  modernNode()
  if (!process.argv.includes('--packages')) await step('web app', buildWeb)
})
