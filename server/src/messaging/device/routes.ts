import { deviceApi } from '#contract'
import { serve } from '../../platform/http/serve.ts'
import { sealingKeyOf } from '../../platform/secret/sealing.ts'

/** A device has the key only while its member is signed in; afterwards nobody reads its stored data. */
export const deviceRoutes = [
  serve(deviceApi.key, async ({ db, actor, allow }) => {
    allow()
    return { key: await sealingKeyOf(db, actor.id) }
  }),
]
