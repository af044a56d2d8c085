import { type Actor, liveApi } from '#contract'
import { serveRaw } from '../http/serve.ts'
import type { Live } from './live.ts'
import type { Rewrite } from './stream-client.ts'

type Options = {
  streams: Pick<Live, 'openStream'>
  messagesForToken: (token: NonNullable<Actor['token']>) => Rewrite
}

export const liveRoutes = ({ streams, messagesForToken }: Options) => [
  serveRaw(liveApi.events, async ({ actor, sessionId, client, allow, hijack }) => {
    allow()
    const { id, token } = actor
    // An API token listens under its own id, so that messages to its creator do not reach it.
    const listener = token ? { memberId: token.id, rewrite: messagesForToken(token) } : { memberId: id }
    streams.openStream({ response: hijack(), ...listener, sessionId, lastEventId: client.lastEventId })
    return undefined
  }),
]
