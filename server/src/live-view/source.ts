import type { Db } from '../db/database.ts'

/** How the copy of one service is made and kept. */
export type Source<T> = {
  /** In the log and in metrics. */
  name: string
  /** What a row takes before any was measured. */
  bytesPerRow: number
  /** Reads the rows within one database snapshot. Whatever it does after that belongs into `build`. */
  read(snapshot: Db, serviceId: string): Promise<T>
  build(data: T): Promise<void>
  /** Reads these AOIs as they are now and brings `data` up to date. Returns how many of them are in the service. */
  update(data: T, serviceId: string, aoiIds: string[]): Promise<number>
  /** Whether so much changed that it should be loaded anew, in the background: the old data answers meanwhile. */
  needsRebuild?(data: T): boolean
  countRows(data: T): number
  bytes(data: T): number
}
