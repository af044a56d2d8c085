// `npm run dev`: the server restarts and the page reloads when a file changes. Ctrl-C ends both.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { installPackages } from './lib/packages.js'
import { checkout, modernNode, tool } from './lib/processes.js'
import { run, step } from './lib/steps.js'

const port = process.env.PORT || '3000'

await run(async () => {
  await step('packages', installPackages)
  const node = modernNode()
  const children = [
    spawn(node, ['--watch', '--watch-preserve-output', 'server/src/main.ts'], { cwd: checkout, stdio: 'inherit' }),
    spawn(node, [tool('vite/bin/vite.js')], {
      cwd: join(checkout, 'web'),
      stdio: 'inherit',
      env: { ...process.env, COHESION_BACKEND: `http://127.0.0.1:${port}` },
    }),
  ]
  const endAll = () => {
    for (const child of children) child.kill('SIGTERM')
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAll)
  // When either process ends, the other is stopped.
  const ends = children.map((child) => once(child, 'exit'))
  await Promise.race(ends)
  endAll()
  await Promise.all(ends)
})
