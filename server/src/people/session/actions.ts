import { sql } from 'kysely'
import { BASE_PATH } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { type Budget, GUESS_MINUTES, networkBudget } from '../../platform/http/attempts.ts'
import { cookieHeader } from '../../platform/http/client.ts'
import { networkOf } from '../../platform/http/origin.ts'
import type { Client } from '../../platform/http/serve.ts'
import { hashToken, newToken } from '../../platform/secret/tokens.ts'

/** Wrong passwords before an account is locked for a network, a device or a session. */
const GUESSES = 8
/** Like `GUESSES`, for all networks together. Guesses on known devices do not count. */
const GUESSES_EVERYWHERE = 10
const GUESSES_PER_DAY = 100
const GUESSES_PER_DEVICE_AND_DAY = 40
const DAY_MINUTES = 1440

type SignIn = { username: string; address: string; knownDevice: string | undefined }

const accountAtNetwork = ({ username, address }: Pick<SignIn, 'username' | 'address'>) =>
  `password of ${username.toLowerCase()} from ${networkOf(address)}`

/** Budgets for password guesses. A known device has budgets of its own, so that others cannot lock its owner out. */
export const signInBudgets = ({ username, address, knownDevice }: SignIn): Budget[] => {
  if (knownDevice) {
    const name = `password of ${username.toLowerCase()} at device ${hashToken(knownDevice).toString('base64url')}`
    return [
      { name, most: GUESSES, minutes: GUESS_MINUTES },
      { name, most: GUESSES_PER_DEVICE_AND_DAY, minutes: DAY_MINUTES },
    ]
  }
  const account = `password of ${username.toLowerCase()}`
  return [
    networkBudget('password', address),
    { name: accountAtNetwork({ username, address }), most: GUESSES, minutes: GUESS_MINUTES },
    { name: account, most: GUESSES_EVERYWHERE, minutes: GUESS_MINUTES },
    { name: account, most: GUESSES_PER_DAY, minutes: DAY_MINUTES },
  ]
}

/** Name of the budgets that a successful sign-in refunds: the account's budgets for its network or device. */
export const ownMistakes = (signIn: SignIn): string =>
  signIn.knownDevice ? (signInBudgets(signIn)[0]?.name ?? '') : accountAtNetwork(signIn)

export const challengeBudgets = (memberId: string): Budget[] => [
  { name: `challenges by ${memberId}`, most: GUESSES, minutes: GUESS_MINUTES },
]

export const DEVICE_COOKIE = 'cohesion-device'
const DEVICE_DAYS = 400

/** Whether this account signed in on this device before. Takes equally long for unknown names. */
export const isKnownDevice = async (db: Db, username: string, device: string): Promise<boolean> => {
  const row = await db
    .selectFrom('knownDevice')
    .innerJoin('member', 'member.id', 'knownDevice.memberId')
    .select('memberId')
    .where('tokenHash', '=', hashToken(device))
    .where(sql`lower(member.username)`, '=', username.toLowerCase())
    .where('member.deletedAt', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The device token in these cookies, if any account has signed in on that device before. */
export const knownDevice = async (db: Db, cookies: Client['cookies']): Promise<string | undefined> => {
  const device = cookies[DEVICE_COOKIE]
  if (!device) return undefined
  const row = await db
    .selectFrom('knownDevice')
    .select('tokenHash')
    .where('tokenHash', '=', hashToken(device))
    .limit(1)
    .executeTakeFirst()
  return row?.tokenHash.toString('base64url')
}

/** Remembers the device with a cookie; a device known to other accounts keeps its token. */
export const rememberDevice = async (db: Db, memberId: string, client: Client, secure: boolean): Promise<string> => {
  const device = client.cookies[DEVICE_COOKIE]
  const token = device && /^[\w-]{43}$/.test(device) ? device : newToken()
  await db
    .insertInto('knownDevice')
    .values({ memberId, tokenHash: hashToken(token) })
    .onConflict((conflict) => conflict.columns(['tokenHash', 'memberId']).doUpdateSet({ lastUsedAt: sql<Date>`now()` }))
    .execute()
  return cookieHeader(DEVICE_COOKIE, token, {
    path: `${BASE_PATH}/auth`,
    maxAgeSeconds: DEVICE_DAYS * 86_400,
    secure,
  })
}

/** The name has no hyphen, because nginx turns it into a variable. */
const SERVICE_COOKIE = 'cohesion_service'

/**
 * A cookie that names the member's service, so that a proxy can route all members of a service to one server. Only that
 * server then holds the service in memory. No server reads the cookie.
 */
export const serviceCookie = (serviceId: string, secure: boolean): string =>
  cookieHeader(SERVICE_COOKIE, serviceId, { path: '/', maxAgeSeconds: DEVICE_DAYS * 86_400, secure })
