import { Problem, visitorApi } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { type Budget, chargeAttempt } from '../../platform/http/attempts.ts'
import { networkOf } from '../../platform/http/origin.ts'
import { type Client, type Route, serve } from '../../platform/http/serve.ts'
import { checkEndpoint } from '../../platform/push/devices.ts'
import { hashToken } from '../../platform/secret/tokens.ts'
import { askForCode, confirmCode, contactToken, stopUpdates } from './contact.ts'
import { addDevice, removeDevice } from './devices.ts'
import { followPageOf, type PageOptions } from './follow.ts'
import { lockVisitor, openFollowAddress } from './identity.ts'
import { toldStepsOf } from './tell-reporters.ts'

const DAY_MINUTES = 1440

const nameOf = (secret: string): string => hashToken(secret).toString('base64url')

/** Rate-limits mail per address. */
const codeBudgets = (email: string, follow: string, { address }: Client): Budget[] => [
  { name: `codes to ${nameOf(email.toLowerCase())}`, most: 3, minutes: DAY_MINUTES },
  { name: `codes for ${nameOf(follow)}`, most: 5, minutes: DAY_MINUTES },
  { name: `codes from ${networkOf(address)}`, most: 30, minutes: 60 },
]

/** Codes have six digits, so five guesses in half an hour are allowed. */
const guessBudget = (follow: string): Budget => ({ name: `code guesses by ${nameOf(follow)}`, most: 5, minutes: 30 })

/** Rate-limits requests to push services per visitor and address. */
const deviceBudgets = (follow: string, { address }: Client): Budget[] => [
  { name: `devices of ${nameOf(follow)}`, most: 10, minutes: DAY_MINUTES },
  { name: `devices from ${networkOf(address)}`, most: 30, minutes: 60 },
]

export const contactRoutes = (options: PageOptions): Route[] => {
  const open = (db: Db, follow: string, client: Client) => {
    if (!options.canMail) throw new Problem('notFound')
    return openFollowAddress(db, follow, client)
  }
  return [
    serve(visitorApi.setEmail, {
      prepare: async ({ db, body: { follow, email }, client }) => {
        const visitor = await open(db, follow, client)
        await chargeAttempt(db, codeBudgets(email, follow, client))
        return visitor
      },
      handle: async ({ db, body, prepared: visitor, allow }) => {
        allow()
        await lockVisitor(db, visitor)
        await askForCode(db, visitor, body)
        return followPageOf(db, visitor, options)
      },
    }),

    serve(visitorApi.confirmEmail, {
      prepare: async ({ db, body, client }) => {
        const visitor = await open(db, body.follow, client)
        await chargeAttempt(db, [guessBudget(body.follow)])
        return visitor
      },
      handle: async ({ db, body, prepared: visitor, allow }) => {
        allow()
        await lockVisitor(db, visitor)
        const { reports } = await followPageOf(db, visitor)
        if (!(await confirmCode(db, visitor.id, body.code, toldStepsOf(reports))))
          throw new Problem('invalid', { fields: { code: 'form.invalid' } })
        return followPageOf(db, visitor, options)
      },
    }),

    serve(visitorApi.stopEmail, {
      prepare: ({ db, body, client }) => openFollowAddress(db, body.follow, client),
      handle: async ({ db, prepared: visitor, allow }) => {
        allow()
        await stopUpdates(db, visitor.id)
        return followPageOf(db, visitor, options)
      },
    }),

    serve(visitorApi.setDevice, {
      prepare: async ({ db, body: { follow, device }, client }) => {
        const visitor = await openFollowAddress(db, follow, client)
        checkEndpoint(device.endpoint)
        await chargeAttempt(db, deviceBudgets(follow, client))
        return visitor
      },
      handle: async ({ db, body: { device, language }, prepared: visitor, allow }) => {
        allow()
        await lockVisitor(db, visitor)
        const { reports } = await followPageOf(db, visitor)
        await addDevice(db, visitor, device, language, toldStepsOf(reports))
        return followPageOf(db, visitor, options)
      },
    }),

    serve(visitorApi.stopDevice, {
      prepare: ({ db, body, client }) => openFollowAddress(db, body.follow, client),
      handle: async ({ db, body, prepared: visitor, allow }) => {
        allow()
        await removeDevice(db, visitor.id, body.endpoint)
        return followPageOf(db, visitor, options)
      },
    }),

    serve(visitorApi.unsubscribe, {
      prepare: ({ db, params, client }) => openFollowAddress(db, params.token, client),
      handle: async ({ db, params, prepared: visitor, allow }) => {
        allow()
        // Only the token in mails is accepted, not the token of the follow address.
        if (params.token !== (await contactToken(db, visitor.id))) throw new Problem('notFound')
        await stopUpdates(db, visitor.id)
        return {}
      },
    }),
  ]
}
