import { deviceApi } from '#contract'
import { serve } from '../../platform/http/serve.ts'
import { sealingKeyOf } from '../../platform/secret/sealing.ts'

/** A device keeps the key while its member is signed in, so its stored data is unreadable after sign-out. */
export const deviceRoutes = [
  serve(deviceApi.key, async ({ db, actor, allow }) => {
    allow()
    return { key: await sealingKeyOf(db, actor.id) }
  }),
]
