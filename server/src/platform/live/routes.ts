import { liveApi } from '#contract'
import { serveRaw } from '../http/serve.ts'
import type { Live } from './live.ts'

export const liveRoutes = ({ streams }: { streams: Pick<Live, 'openStream'> }) => [
  serveRaw(liveApi.events, async ({ actor, sessionId, client, allow, hijack }) => {
    allow()
    streams.openStream({ response: hijack(), memberId: actor.id, sessionId, lastEventId: client.lastEventId })
    return undefined
  }),
]
