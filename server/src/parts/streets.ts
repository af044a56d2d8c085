import { publish } from '../live/outbox.ts'
import type { RangeFetch } from '../streets/extract/http-source.ts'
import { openJobs } from '../streets/jobs.ts'
import { openLibrary } from '../streets/library.ts'
import { openUploads } from '../streets/uploads.ts'
import type { Base } from './part.ts'

export type StreetsPart = ReturnType<typeof openStreets>

/** The server's own streets: what it has, and how it gets more. */
export const openStreets = (
  { config, database: { db }, log }: Base,
  { fetch, wake }: { fetch: RangeFetch; wake: () => void },
) => {
  const library = openLibrary({ dataFolder: config.dataFolder, log })
  /** Open pages draw the new streets at once. */
  const onChange = async () => {
    await library.refresh()
    await publish(db, { message: { type: 'SETTINGS_UPDATED' }, everyone: true })
    wake()
  }
  const jobs = openJobs({ library, fetch, sourceUrl: config.streetsUrl, log, onChange })
  const uploads = openUploads({ library })
  return {
    library,
    jobs,
    uploads,
    onChange,
    onClosing: () => void jobs.cancel(),
    stop: async () => {
      await jobs.cancel()
      await library.stop()
    },
  }
}
