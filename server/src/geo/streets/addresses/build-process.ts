import { setPriority } from 'node:os'
import { openArchiveFile } from '../archive/file.ts'
import { buildAddresses } from './build.ts'
import { keyOf, writeIndex } from './index-file.ts'

/**
 * Child process that builds the address index of an archive, started by builder.ts because a country takes minutes of
 * CPU time and much memory. Arguments: the archive and the file to write.
 */
export type BuildMessage = { part: number }

const LOW_PRIORITY = 10

const [path = '', target = ''] = process.argv.slice(2)
try {
  setPriority(LOW_PRIORITY)
} catch {
  // Without permission the build runs at normal priority.
}
// The process exits with the server, even if the server is killed.
process.on('disconnect', () => process.exit(1))
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})

const archive = await openArchiveFile(path)
const { columns, details } = await buildAddresses(archive, keyOf(archive), (part) => {
  if (process.connected) process.send?.({ part } satisfies BuildMessage)
})
await writeIndex(target, columns, details)
process.exit(0)
