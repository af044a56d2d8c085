import { join } from 'node:path'
import { openStreetAddresses } from '../geo/streets/addresses/addresses.ts'
import type { Order } from '../geo/streets/extract/extract.ts'
import type { RangeFetch } from '../geo/streets/extract/http-source.ts'
import { openJobs } from '../geo/streets/jobs.ts'
import { openLibrary, STREETS_FOLDER } from '../geo/streets/library.ts'
import { openUploads } from '../geo/streets/uploads.ts'
import { publish } from '../platform/outbox/outbox.ts'
import type { Base } from './part.ts'

export type StreetsPart = ReturnType<typeof openStreets>

export const openStreets = (
  { config, database: { db }, log }: Base,
  { fetch, wake, first }: { fetch: RangeFetch; wake: () => void; first?: Order | undefined },
) => {
  const addresses = openStreetAddresses({ folder: join(config.dataFolder, STREETS_FOLDER), log })
  const library = openLibrary({
    dataFolder: config.dataFolder,
    log,
    onContents: (areas) => void addresses.sync(areas),
  })
  /** Makes open pages draw the new streets at once. */
  const onChange = async () => {
    await addresses.sync((await library.refresh()).areas)
    await publish(db, { message: { type: 'SETTINGS_UPDATED' }, everyone: true })
    wake()
  }
  const jobs = openJobs({ library, fetch, sourceUrl: config.streetsUrl, log, onChange })
  const uploads = openUploads({ library })
  return {
    library,
    addresses,
    jobs,
    uploads,
    onChange,
    onListen: () => {
      // Optional, because the server may be offline. The map informs members who can download streets.
      if (first) jobs.start(first, { isOptional: true })
      void Promise.all([library.refresh(), jobs.unfinished()]).catch((err: unknown) =>
        log.warn({ err }, 'streets: the downloaded areas could not be read'),
      )
    },
    onClosing: () => void jobs.cancel(),
    stop: async () => {
      await jobs.cancel()
      await addresses.stop()
      await library.stop()
    },
  }
}
