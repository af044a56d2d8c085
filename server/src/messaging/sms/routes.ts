import { DEFAULT_LANGUAGE, Problem, smsApi, smsTestText } from '#contract'
import { addressee } from '../../people/mail/queries.ts'
import * as settings from '../../people/setting/queries.ts'
import { newId } from '../../platform/db/id.ts'
import { channelHistory } from '../../platform/delivery/history.ts'
import { enqueue, settle } from '../../platform/delivery/queue.ts'
import { chargeAttempt } from '../../platform/http/attempts.ts'
import { serve } from '../../platform/http/serve.ts'
import { SMS } from './channel.ts'
import { type Gateway, internationalPhone } from './gateway.ts'

type Tools = { gateway: Gateway | undefined; mustBeOnline: () => Promise<void> }

export const smsRoutes = ({ gateway, mustBeOnline }: Tools) => [
  serve(smsApi.state, async ({ db, allow }) => {
    allow()
    return {
      isConfigured: gateway !== undefined,
      host: gateway?.host ?? null,
      ...(await channelHistory(db, SMS)),
    }
  }),

  serve(smsApi.sendTest, {
    prepare: async ({ db, actor, body }) => {
      if (!gateway) throw new Problem('notFound')
      await mustBeOnline()
      await chargeAttempt(db, [{ name: `text messages by ${actor.id}`, most: 10, minutes: 60 }])
      const [{ name }, owner] = [await settings.read(db), await addressee(db, actor.id)]
      const text = smsTestText(owner?.language ?? DEFAULT_LANGUAGE, name)
      const answer = await gateway.send(newId(), internationalPhone(body.phone), text, false)
      return { code: answer.isSent ? null : answer.code }
    },
    handle: async ({ db, actor, prepared: { code }, allow, audit }) => {
      allow()
      const ids = await enqueue(db, [{ channel: SMS, kind: 'test', memberId: actor.id, payload: {} }])
      await settle(db, ids, code ? 'failed' : 'sent', { code })
      await audit({ action: 'sms.test' })
      return { code }
    },
  }),
]
