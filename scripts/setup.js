// Runs before `npm start`: installs packages by the lockfile, and builds the web app if its sources changed. --packages
// installs only. --tools also installs developer tools.
import { installPackages, installServerPackages } from './lib/packages.js'
import { modernNode } from './lib/processes.js'
import { run, step } from './lib/steps.js'
import { buildWeb } from './lib/web.js'

await run(async () => {
  await step('packages', process.argv.includes('--tools') ? installPackages : installServerPackages)
  modernNode()
  if (!process.argv.includes('--packages')) await step('web app', buildWeb)
})
