import { type Actor, liveApi } from '#contract'
import { serveRaw } from '../http/serve.ts'
import type { Live } from './live.ts'
import type { TokenView } from './token-view.ts'

/** A token listens under its own id, so that messages to its creator do not reach it. */
const listenerOf = ({ id, token }: Actor): { memberId: string; tokenView?: TokenView } => {
  if (!token) return { memberId: id }
  const isLimited = token.eventTypeIds !== null || token.regionIds !== null
  return { memberId: token.id, tokenView: isLimited ? 'withoutIds' : 'ids' }
}

export const liveRoutes = ({ streams }: { streams: Pick<Live, 'openStream'> }) => [
  serveRaw(liveApi.events, async ({ actor, sessionId, client, allow, hijack }) => {
    allow()
    streams.openStream({ response: hijack(), ...listenerOf(actor), sessionId, lastEventId: client.lastEventId })
    return undefined
  }),
]
