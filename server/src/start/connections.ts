import type { Socket } from 'node:net'
import type { AnyRequest, AnyResponse, AnyServer } from '../platform/http/protocols.ts'

export type Connections = {
  /** Closes all connections as soon as no request is running, at the latest after `limitInMs`. */
  cutWhenQuiet(limitInMs: number): Promise<void>
}

/**
 * Counts running requests: without any, every connection is idle. Node itself does not count the spare connections of
 * browsers as idle before their first request.
 */
export function watchConnections(server: AnyServer): Connections {
  const sockets = new Set<Socket>()
  let runningRequests = 0
  let onQuiet = () => {}

  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('request', (_request: AnyRequest, response: AnyResponse) => {
    runningRequests += 1
    response.once('close', () => {
      runningRequests -= 1
      if (runningRequests === 0) onQuiet()
    })
  })

  const quiet = (limitInMs: number) =>
    new Promise<void>((resolve) => {
      if (runningRequests === 0) return resolve()
      const patience = setTimeout(resolve, limitInMs)
      onQuiet = () => {
        clearTimeout(patience)
        resolve()
      }
    })

  return {
    cutWhenQuiet: async (limitInMs) => {
      await quiet(limitInMs)
      for (const socket of sockets) socket.destroySoon()
      if ('closeAllConnections' in server) server.closeAllConnections()
    },
  }
}
