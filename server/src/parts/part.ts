import type { OpenDatabase } from '../platform/db/database.ts'
import type { HttpServer } from '../platform/http/http-server.ts'
import type { Config } from '../start/config.ts'

export type Base = {
  config: Config
  database: OpenDatabase
  log: HttpServer['log']
  /** In offline mode requests to other hosts are not allowed. */
  isOffline: () => Promise<boolean>
  mustBeOnline: () => Promise<void>
}

export type Part = {
  /** Called once the server accepts requests. The start does not wait for it. */
  onListen?: () => void
  /** Called when the server begins to close, while requests still run. Must end long-lived requests. */
  onClosing?: () => void
  stop?: () => void | Promise<void>
}

/** Starts and stops parts with the server. Parts are listed in the order of their start and stop in reverse. */
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
