import type { AddressPlaces } from '../exchange/import/kinds/values.ts'
import { failInterrupted } from '../exchange/import/queries.ts'
import { openUploads } from '../exchange/import/upload.ts'
import { runImports } from '../exchange/import/work.ts'
import { openClock } from '../platform/clock/clock.ts'
import { openDatabase } from '../platform/db/database.ts'
import type { Base } from './part.ts'
import type { StreetsPart } from './streets.ts'

/** One connection for the running import, and one for files that are being read. */
const CONNECTIONS = 2
const ACQUIRE_MS = 60_000

/** Imports run beside requests, on connections of their own. */
export const openImports = ({ config, database, log }: Base, streets: StreetsPart['addresses'], wake: () => void) => {
  const { db, close } = openDatabase(database.connection, {
    max: CONNECTIONS,
    acquireTimeoutMs: ACQUIRE_MS,
    onError: (err) => log.warn({ err }, 'imports: lost a connection'),
  })
  const placeOfAddress: AddressPlaces = (address, options) => streets.find(address, options)
  const uploads = openUploads({ db, log })
  const canMail = config.mail !== undefined
  const clock = openClock({
    log,
    wake,
    jobs: [
      { name: 'imports', run: () => runImports({ db, log, placeOfAddress, canMail }, wake) },
      { name: 'files that were being read', everyMs: 60_000, run: () => failInterrupted(db).then(() => 0) },
    ],
  })
  return {
    uploads,
    placeOfAddress,
    canMail,
    stop: async () => {
      clock.stop()
      await uploads.stop()
      await close()
    },
  }
}

export type ImportPart = ReturnType<typeof openImports>
