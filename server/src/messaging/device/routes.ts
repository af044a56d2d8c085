import { deviceApi } from '#contract'
import { serve } from '../../platform/http/serve.ts'
import { sealingKeyOf } from '../../platform/secret/sealing.ts'

/** A device keeps the key while its member is signed in; its stored data is unreadable afterwards. */
export const deviceRoutes = [
  serve(deviceApi.key, async ({ db, actor, allow }) => {
    allow()
    return { key: await sealingKeyOf(db, actor.id) }
  }),
]
