// Plain JavaScript for the host's Node (20 or newer), because it runs before anything is installed.
import { performance } from 'node:perf_hooks'

/** An error that the user can fix. Only its message is printed, in one line. */
export class Problem extends Error {}

export const secondsSince = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`

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

export async function run(command) {
  try {
    await command()
  } catch (error) {
    console.error(error instanceof Problem ? error.message : error)
    process.exitCode = 1
  }
}
