import type { OpenDatabase } from '../platform/db/database.ts'
import type { HttpServer } from '../platform/http/http-server.ts'
import type { Config } from '../start/config.ts'

/** The dependencies that every part of the server shares. */
export type Base = {
  config: Config
  database: OpenDatabase
  log: HttpServer['log']
  /** In offline mode the server sends no requests to other hosts. */
  isOffline: () => Promise<boolean>
  /** Throws in offline mode. */
  mustBeOnline: () => Promise<void>
}

/** Something that is opened with the server and ends with it. */
export type Part = {
  /** Called once the server accepts requests. The start does not wait for it. */
  onListen?: () => void
  /** Called when the server begins to close, while requests still run: ends what would keep them open. */
  onClosing?: () => void
  /** Called after the last request. */
  stop?: () => void | Promise<void>
}

/** Ties parts to the life of the server. Listed as they were opened, they stop in the opposite order. */
export const attachParts = (app: HttpServer, parts: readonly (Part | undefined)[]): void => {
  app.addHook('onListen', async () => {
    for (const part of parts) part?.onListen?.()
  })
  app.addHook('preClose', async () => {
    for (const part of parts) part?.onClosing?.()
  })
  app.addHook('onClose', async () => {
    for (const part of parts.toReversed()) await part?.stop?.()
  })
}
