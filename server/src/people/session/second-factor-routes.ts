import { displayName, Problem, secondFactorApi } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { networkBudget, weighGuess } from '../../platform/http/attempts.ts'
import { recordRefusal } from '../../platform/http/audit.ts'
import { serve } from '../../platform/http/serve.ts'
import { publish } from '../../platform/outbox/outbox.ts'
import * as factorActions from '../second-factor/actions.ts'
import * as factors from '../second-factor/queries.ts'
import { isOwnPassword } from '../user/actions.ts'
import { rememberDevice, serviceCookie } from './actions.ts'
import * as sessions from './queries.ts'

const checkPassword = async (db: Db, memberId: string, password: string): Promise<void> => {
  if (await isOwnPassword(db, memberId, password)) return
  throw new Problem('invalid', { fields: { password: 'form.passwordWrong' } })
}

const refuseCode = () => new Problem('invalid', { fields: { code: 'form.codeWrong' } })

export const secondFactorRoutes = ({ isSecure, now }: { isSecure: boolean; now: () => number }) => [
  serve(secondFactorApi.signIn, {
    /** Checked before the transaction, because a wrong code must be counted although the request is refused. */
    prepare: async ({ db, body: { ticket: token, code }, client }) => {
      const { address } = client
      const ticket = await weighGuess(db, [networkBudget('sign-in ticket', address)], () =>
        factors.ticketByToken(db, token),
      )
      if (!ticket || ticket.isOver) throw new Problem('signInExpired')
      const { memberId, serviceId, mustChangePassword } = ticket
      const about = { serviceId, targetKind: 'member', targetId: memberId, targetName: displayName(ticket) }
      const factor = await weighGuess(db, factorActions.codeBudgets(memberId), async () => {
        if (!(await factors.chargeTicket(db, token))) throw new Problem('signInExpired')
        return factorActions.acceptCode(db, memberId, code, now())
      })
      if (factor) return { memberId, factor, about, mustChangePassword }
      await recordRefusal(db, { actor: undefined, action: 'session.start', ...about, address })
      throw new Problem('wrongCode', { fields: { code: 'form.codeWrong' } })
    },
    handle: async ({ db, body, client, prepared, allow, audit, setHeader }) => {
      allow()
      const { memberId, factor, about, mustChangePassword } = prepared
      if (!(await factors.redeemTicket(db, body.ticket))) throw new Problem('signInExpired')
      setHeader('set-cookie', await rememberDevice(db, memberId, client, isSecure))
      setHeader('set-cookie', serviceCookie(about.serviceId, isSecure))
      const by = { id: memberId, name: about.targetName }
      if (factor === 'recoveryCode') await audit({ action: 'secondFactor.recover', by, ...about })
      await audit({ action: 'session.start', by, ...about, detail: { secondFactor: factor } })
      return { accessToken: await sessions.start(db, memberId, client), mustChangePassword }
    },
  }),

  serve(secondFactorApi.begin, {
    prepare: ({ db, actor, body }) => checkPassword(db, actor.id, body.password),
    handle: async ({ db, actor, allow }) => {
      allow()
      return factorActions.begin(db, actor.id, actor.name)
    },
  }),

  serve(secondFactorApi.confirm, {
    prepare: async ({ db, actor, body }) => {
      if (await factors.isOn(db, actor.id)) throw new Problem('conflict')
      const isRight = await weighGuess(db, factorActions.codeBudgets(actor.id), () =>
        factorActions.acceptFirstCode(db, actor.id, body.code, now()),
      )
      if (!isRight) throw refuseCode()
    },
    handle: async ({ db, actor, allow, announce, audit }) => {
      allow()
      const recoveryCodes = await factorActions.turnOn(db, actor.id)
      await audit({ action: 'secondFactor.enrol', targetKind: 'member', targetId: actor.id, targetName: actor.name })
      await announce({ type: 'USER_UPDATED', userId: actor.id, serviceId: actor.serviceId })
      return { recoveryCodes }
    },
  }),

  serve(secondFactorApi.turnOff, {
    prepare: async ({ db, actor, body }) => {
      await checkPassword(db, actor.id, body.password)
      const factor = await weighGuess(db, factorActions.codeBudgets(actor.id), () =>
        factorActions.acceptCode(db, actor.id, body.code, now()),
      )
      if (!factor) throw refuseCode()
      return { factor }
    },
    handle: async ({ db, actor, prepared, allow, announce, audit }) => {
      allow()
      await factors.remove(db, actor.id)
      const target = { targetKind: 'member', targetId: actor.id, targetName: actor.name }
      await audit({ action: 'secondFactor.disable', ...target, detail: { secondFactor: prepared.factor } })
      await announce({ type: 'USER_UPDATED', userId: actor.id, serviceId: actor.serviceId })
      // If the service requires a second factor, this closes the member's streams until the factor is on again.
      await publish(db, { control: 'audienceChanged', memberIds: [actor.id] })
      return {}
    },
  }),
]
