import { languageOr, mailApi, mailText, Problem } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { inSnapshot } from '../../platform/db/transaction.ts'
import { channelHistory } from '../../platform/delivery/history.ts'
import { enqueue, settle } from '../../platform/delivery/queue.ts'
import { type Budget, chargeAttempt, openByToken } from '../../platform/http/attempts.ts'
import { serve } from '../../platform/http/serve.ts'
import * as settings from '../setting/queries.ts'
import { isOwnPassword } from '../user/actions.ts'
import { confirmationByToken, ownEmail } from '../user/email.ts'
import { askToConfirm, EMAIL, setAddress } from './actions.ts'
import * as mails from './queries.ts'
import type { Transport } from './transport.ts'

/** Limits mails to addresses that a member types in. */
const addressBudget = (memberId: string): Budget => ({ name: `mails by ${memberId}`, most: 10, minutes: 60 })

type Tools = { transport: Transport | undefined; mustBeOnline: () => Promise<void> }

export const mailRoutes = ({ transport, mustBeOnline }: Tools) => {
  const canMail = transport !== undefined
  const overview = async (db: Db, memberId: string) => ({ ...(await ownEmail(db, memberId)), canMail })
  const mailServer = (): Transport => {
    if (!transport) throw new Problem('notFound')
    return transport
  }
  const openLink = (db: Db, token: string, address: string) =>
    openByToken(db, { kind: 'e-mail confirmation', address }, () => confirmationByToken(db, token))

  return [
    serve(mailApi.own, async ({ db, actor, allow }) => {
      allow()
      return overview(db, actor.id)
    }),

    serve(mailApi.setOwn, {
      prepare: async ({ db, actor, body }) => {
        mailServer()
        // Without the password, someone at an abandoned session could set an address and request a re-entry link there.
        if (!(await isOwnPassword(db, actor.id, body.password)))
          throw new Problem('invalid', { fields: { password: 'form.passwordWrong' } })
        await chargeAttempt(db, [addressBudget(actor.id)])
      },
      handle: async ({ db, actor, body, allow, audit }) => {
        allow()
        await askToConfirm(db, actor, body.email, newId())
        await audit({ action: 'email.change', targetKind: 'member', targetId: actor.id })
        return overview(db, actor.id)
      },
    }),

    serve(mailApi.removeOwn, async ({ db, actor, allow, audit }) => {
      allow()
      await setAddress(db, actor.id, null)
      await audit({ action: 'email.remove', targetKind: 'member', targetId: actor.id })
      return overview(db, actor.id)
    }),

    serve(mailApi.confirmation, async ({ db, params, client, allow }) => {
      allow()
      const { email, username } = await openLink(db, params.token, client.address)
      return { address: email, username }
    }),

    serve(mailApi.confirm, {
      prepare: ({ db, params, client }) => openLink(db, params.token, client.address),
      handle: async ({ db, params, allow, audit }) => {
        allow()
        const link = await confirmationByToken(db, params.token)
        if (!link) throw new Problem('notFound')
        await setAddress(db, link.memberId, link.email)
        const { memberId, serviceId } = link
        await audit({ action: 'email.confirm', serviceId, targetKind: 'member', targetId: memberId })
        return {}
      },
    }),

    serve(mailApi.state, async ({ db, allow }) => {
      allow()
      return inSnapshot(db, async (snapshot) => ({
        isConfigured: canMail,
        from: transport?.from ?? null,
        host: transport?.host ?? null,
        ...(await channelHistory(snapshot, EMAIL)),
        deliveries: await mails.recentDeliveries(snapshot),
      }))
    }),

    serve(mailApi.sendTest, {
      prepare: async ({ db, actor, body }) => {
        const server = mailServer()
        await mustBeOnline()
        await chargeAttempt(db, [addressBudget(actor.id)])
        const [{ name }, owner] = [await settings.read(db), await mails.addressee(db, actor.id)]
        const text = mailText(languageOr(owner?.language), 'test', { server: name })
        const answer = await server.send(body.email, newId(), text)
        return { code: answer.isSent ? null : answer.code }
      },
      handle: async ({ db, actor, prepared: { code }, allow, audit }) => {
        allow()
        const ids = await enqueue(db, [{ channel: EMAIL, kind: 'test', memberId: actor.id, payload: {} }])
        await settle(db, ids, code ? 'failed' : 'sent', { code })
        await audit({ action: 'mail.test' })
        return { code }
      },
    }),
  ]
}
