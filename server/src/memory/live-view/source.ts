import type { Db } from '../../platform/db/database.ts'
import type { RowTaker } from './table-reads.ts'

/** Made of the rows of a service, which are read for several copies together. What it does after that belongs into `build`. */
type FromRows<T> = {
  /** `rowCount`: how many rows there will be, more or less. */
  take(key: string, rowCount: number): RowTaker<T>
}

/** Read by itself, within one database snapshot. */
type FromOthers<T> = { read(snapshot: Db, key: string): Promise<T> }

/** How a copy is made and kept. Its key is the id of its service, unless the source says otherwise. */
export type Source<T> = (FromRows<T> | FromOthers<T>) & {
  /** In the log and in metrics. */
  name: string
  /** What a row takes before any was measured. */
  bytesPerRow: number
  /** The service whose AOIs the copy of this key is made of. */
  serviceOf?(key: string): string
  /**
   * How many rows the copy will have; those of the service if unset. With a `limit` somebody waits for it: it counts no further, and
   * may count rows that only have to be read.
   */
  countStored?(db: Db, key: string, limit?: number): Promise<number>
  build?(data: T): Promise<void>
  /** Reads these AOIs as they are now and brings `data` up to date. Returns how many of them are in the service. */
  update(data: T, key: string, aoiIds: string[]): Promise<number>
  /** Whether something changed that no message names: it answers no more, and is loaded anew when somebody asks. */
  isOutdated?(data: T): boolean
  /** Whether so much changed that it should be loaded anew, in the background: the old data answers meanwhile. */
  needsRebuild?(data: T): boolean
  countRows(data: T): number
  bytes(data: T): number
}
