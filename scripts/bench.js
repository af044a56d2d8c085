// `npm run bench`, or `npm run bench -- live`: runs all benches, or the named ones.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { findChromium } from './lib/chromium.js'
import { checkout, modernNode } from './lib/processes.js'
import { Problem, run } from './lib/steps.js'

const shared = [
  'city',
  'download',
  'growth-writes',
  'in-memory',
  'many-events',
  'meanwhile',
  'memory',
  'multiply',
  'no-limits',
  'processor',
  'ratio',
  'searched-texts',
  'servers',
]

await run(async () => {
  const questions = readdirSync(join(checkout, 'bench'))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => basename(name, '.ts'))
    .filter((name) => !shared.includes(name))
  const wanted = process.argv.slice(2)
  const unknown = wanted.find((name) => !questions.includes(name))
  if (unknown) throw new Problem(`There is no bench/${unknown}.ts: choose from ${questions.join(', ')}`)

  const env = { ...process.env, CHROMIUM_PATH: await findChromium() }
  for (const question of wanted.length ? wanted : questions) {
    console.log(`\n${question}`)
    const child = spawn(modernNode(), [join('bench', `${question}.ts`)], { cwd: checkout, stdio: 'inherit', env })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Problem(`bench/${question}.ts failed`)
  }
})
