// `npm run trials`, `npm run trials -- --quick`, `npm run trials -- R1 R12 --seed 7`: attacks servers that it starts.
// `npm run trials -- R1 --seed 7 --only 4711` repeats one request, and prints it with its reply.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { findChromium } from './lib/chromium.js'
import { checkout, modernNode } from './lib/processes.js'
import { run } from './lib/steps.js'

await run(async () => {
  const args = [join('trials', 'run.ts'), ...process.argv.slice(2)]
  const browser = args.includes('--quick') ? {} : { CHROMIUM_PATH: await findChromium() }
  const child = spawn(modernNode(), args, { cwd: checkout, stdio: 'inherit', env: { ...process.env, ...browser } })
  // Passes signals on, so that the trials stop their servers and databases before they end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  const [code] = await once(child, 'exit')
  process.exitCode = code ?? 1
})
