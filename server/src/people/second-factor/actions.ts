import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { Problem, RECOVERY_CODES } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { type Budget, GUESS_MINUTES } from '../../platform/http/attempts.ts'
import { seal, unseal } from '../../platform/secret/sealing.ts'
import { hashToken } from '../../platform/secret/tokens.ts'

const ISSUER = 'Cohesion'
const PERIOD_SECONDS = 30
const DIGITS = 6
/**
 * Bytes: 160 bits for the app's secret, as RFC 4226 recommends; 80 for a recovery code, which is enough to store it as
 * an unsalted hash.
 */
const SECRET_BYTES = 20
const RECOVERY_BYTES = 10

const GUESSES = 10
const GUESSES_PER_DAY = 100
const DAY_MINUTES = 1440

export const codeBudgets = (memberId: string): Budget[] => [
  { name: `code of ${memberId}`, most: GUESSES, minutes: GUESS_MINUTES },
  { name: `code of ${memberId}`, most: GUESSES_PER_DAY, minutes: DAY_MINUTES },
]

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS, digits: DIGITS })

const sealName = (memberId: string) => `second factor of ${memberId}`

/** Stores a new secret, which a first code must confirm. Replaces an unconfirmed secret. */
export const begin = async (db: Db, memberId: string, label: string) => {
  const secret = new Secret({ size: SECRET_BYTES }).base32
  const sealed = await seal(db, sealName(memberId), secret)
  const begun = await db
    .insertInto('secondFactor')
    .values({ memberId, secret: sealed })
    .onConflict((conflict) =>
      conflict
        .column('memberId')
        .doUpdateSet({ secret: sealed, lastStep: 0 })
        .where('secondFactor.confirmedAt', 'is', null),
    )
    .returning('memberId')
    .executeTakeFirst()
  if (!begun) throw new Problem('conflict')
  return { secret, uri: totpOf(secret, label).toString() }
}

/** Time step of a valid code: the current step, the previous or the next. Takes constant time. */
const stepOf = (secret: string, code: string, now: number): number | undefined => {
  const totp = totpOf(secret)
  const typedCode = Buffer.from(code.padEnd(DIGITS).slice(0, DIGITS))
  let step: number | undefined
  for (const delta of [-1, 0, 1]) {
    const timestamp = now + delta * PERIOD_SECONDS * 1000
    const right = Buffer.from(totp.generate({ timestamp }))
    if (typedCode.length === right.length && timingSafeEqual(typedCode, right)) step = totp.counter({ timestamp })
  }
  return code.length === DIGITS ? step : undefined
}

type Factor = 'pending' | 'on'

/** Accepts each code once: the same or an older step is refused. */
const acceptTotp = (db: Db, memberId: string, code: string, { now, factor }: { now: number; factor: Factor }) =>
  db.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('secondFactor')
      .select(['secret', 'lastStep'])
      .where('memberId', '=', memberId)
      .where('confirmedAt', factor === 'on' ? 'is not' : 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return undefined
    const step = stepOf(await unseal(transaction, sealName(memberId), row.secret), code, now)
    if (step === undefined || step <= Number(row.lastStep)) return undefined
    await transaction.updateTable('secondFactor').set({ lastStep: step }).where('memberId', '=', memberId).execute()
    return 'code' as const
  })

const recoveryHash = (memberId: string, code: string) => hashToken(`${memberId} ${code}`)

const acceptRecoveryCode = async (db: Db, memberId: string, code: string) => {
  const used = await db
    .updateTable('recoveryCode')
    .set({ usedAt: sql<Date>`now()` })
    .where('memberId', '=', memberId)
    .where('codeHash', '=', recoveryHash(memberId, code))
    .where('usedAt', 'is', null)
    .returning('memberId')
    .executeTakeFirst()
  return used && ('recoveryCode' as const)
}

/**
 * Uses up a code of the app or a recovery code; undefined if it is wrong or already used. Opens its own transaction.
 */
export const acceptCode = async (db: Db, memberId: string, code: string, now: number) =>
  (await acceptTotp(db, memberId, code, { now, factor: 'on' })) ?? (await acceptRecoveryCode(db, memberId, code))

export const acceptFirstCode = (db: Db, memberId: string, code: string, now: number) =>
  acceptTotp(db, memberId, code, { now, factor: 'pending' })

const inGroups = (code: string): string => code.match(/.{4}/g)?.join('-') ?? code

/** Turns the factor on and returns recovery codes, of which only hashes are stored. */
export const turnOn = async (db: Db, memberId: string): Promise<string[]> => {
  const confirmed = await db
    .updateTable('secondFactor')
    .set({ confirmedAt: sql<Date>`now()` })
    .where('memberId', '=', memberId)
    .where('confirmedAt', 'is', null)
    .returning('memberId')
    .executeTakeFirst()
  if (!confirmed) throw new Problem('conflict')
  const codes = Array.from({ length: RECOVERY_CODES }, () => new Secret({ size: RECOVERY_BYTES }).base32)
  await db
    .insertInto('recoveryCode')
    .values(codes.map((code) => ({ memberId, codeHash: recoveryHash(memberId, code) })))
    .execute()
  return codes.map(inGroups)
}
