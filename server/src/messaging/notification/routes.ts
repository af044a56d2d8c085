import { type Actor, languageOr, manyText, notificationApi, pushTestTexts, quietUntil } from '#contract'
import * as users from '../../people/user/actions.ts'
import type { Db } from '../../platform/db/database.ts'
import { releaseHeld } from '../../platform/delivery/queue.ts'
import { chargeAttempt } from '../../platform/http/attempts.ts'
import { serve } from '../../platform/http/serve.ts'
import { PUSH, type PushRules } from '../../platform/push/channel.ts'
import { devicesOf, forgetDevice } from '../../platform/push/devices.ts'
import { hasStoppedTexts } from '../sms/stops.ts'
import { messageMembers } from './actions.ts'
import * as notifications from './queries.ts'

const overview = async (db: Db, actor: Actor, sessionId: string) => ({
  ...(await notifications.preferencesOf(db, actor.id)),
  textsStopped: await hasStoppedTexts(db, actor),
  devices: await devicesOf(db, actor.id, sessionId),
})

export const notificationRoutes = [
  serve(notificationApi.read, async ({ db, actor, sessionId, allow }) => {
    allow()
    return overview(db, actor, sessionId)
  }),

  serve(notificationApi.change, async ({ db, actor, sessionId, body, allow }) => {
    allow()
    await users.setNotificationPreferences(db, actor.id, {
      ...(await notifications.preferencesOf(db, actor.id)),
      ...body,
    })
    if (body.quiet !== undefined) await releaseHeld(db, actor.id)
    return overview(db, actor, sessionId)
  }),

  serve(notificationApi.sendTest, {
    prepare: ({ db, actor }) =>
      chargeAttempt(db, [{ name: `test notifications of ${actor.id}`, most: 10, minutes: 60 }]),
    handle: async ({ db, actor, sessionId, allow }) => {
      allow()
      const devices = await devicesOf(db, actor.id, sessionId)
      if (devices.length > 0)
        await messageMembers(db, [actor], {
          kind: 'test',
          message: { action: 'TEST', texts: pushTestTexts, path: '/?panel=edituser' },
          channels: [PUSH],
        })
      return { devices: devices.length }
    },
  }),

  serve(notificationApi.forgetDevice, async ({ db, actor, body, allow }) => {
    allow()
    await forgetDevice(db, actor.id, body.endpoint)
    return {}
  }),
]

export const notificationRules: PushRules = {
  holdUntil: (stored, now, isUrgent) => {
    const { quiet, isHighLoud } = notifications.readPreferences(stored)
    return isUrgent && isHighLoud ? undefined : quietUntil(quiet, now)
  },
  summarise: (count, language) => ({
    data: { action: 'AOI_MANY', text: manyText(languageOr(language), count), url: '/' },
  }),
}
