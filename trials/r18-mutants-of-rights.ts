import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Outcome, Trial } from './trial.ts'

const run = promisify(execFile)

export const trial: Trial = {
  id: 'R18',
  title: 'Rules of the table of rights, changed one at a time',
  run: async (): Promise<Outcome> => {
    const script = join(import.meta.dirname, '../scripts/mutants.ts')
    const { output, hasFailed } = await run(process.execPath, [script]).then(
      ({ stdout }) => ({ output: stdout, hasFailed: false }),
      ({ stdout = '', stderr = '' }: { stdout?: string; stderr?: string }) => ({
        output: stdout + stderr,
        hasFailed: true,
      }),
    )
    const [, noticed, changes] = /(\d+) of (\d+) changes noticed/.exec(output) ?? []
    if (!noticed || !changes) return { counts: {}, failures: [`no count was printed: ${output.slice(-500)}`] }
    return {
      counts: { changes: Number(changes), noticed: Number(noticed) },
      failures: hasFailed ? [`too few were noticed:\n${output.slice(-2000)}`] : [],
    }
  },
}
