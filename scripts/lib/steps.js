// Plain JavaScript for the host's own Node (20 or newer): this runs before anything is installed.
import { performance } from 'node:perf_hooks'

/** Something the person at the keyboard can put right. Its message is the one line they read. */
export class Problem extends Error {}

export const secondsSince = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`

/** One line per step: its name, and what it took. `work` may answer a word to show. */
export async function step(name, work) {
  const start = performance.now()
  process.stdout.write(`${name} … `)
  try {
    const word = await work()
    console.log(typeof word === 'string' ? `${word}, ${secondsSince(start)}` : secondsSince(start))
  } catch (error) {
    console.log('failed')
    throw error
  }
}

/** Runs a command of ours; a `Problem` becomes its one line, and anything else is a bug and shows where. */
export async function run(command) {
  try {
    await command()
  } catch (error) {
    console.error(error instanceof Problem ? error.message : error)
    process.exitCode = 1
  }
}
