import type { Transaction } from 'kysely'
import { memberPrograms } from '../parts/member-programs.ts'
import * as invites from '../people/invite/queries.ts'
import * as factors from '../people/second-factor/queries.ts'
import * as sessions from '../people/session/queries.ts'
import { makeServerOwner } from '../people/user/actions.ts'
import type { OpenDatabase } from '../platform/db/database.ts'
import type { Database } from '../platform/db/schema/index.ts'
import { StartProblem } from '../platform/db/start-problem.ts'
import { recordAudit } from '../platform/http/audit.ts'
import { publish } from '../platform/outbox/outbox.ts'

type Owner = { id: string; username: string; serviceId: string }

const chooseOwner = (owners: Owner[], username: string | undefined): Owner => {
  const names = owners.map((owner) => owner.username).join(', ')
  const owner = username
    ? owners.find((one) => one.username.toLowerCase() === username.toLowerCase())
    : owners.length === 1
      ? owners[0]
      : undefined
  if (owner) return owner
  throw new StartProblem(
    username
      ? `${username} does not own this server; its owners: ${names}`
      : `This server has several owners. Name one of them: ${names}`,
  )
}

const makeOwner = async (db: Transaction<Database>, username: string | undefined): Promise<Owner> => {
  const { count } = await db
    .selectFrom('member')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) === 0) throw new StartProblem('This server has no owner yet: open it to create the first service')
  if (!username)
    throw new StartProblem('This server has no owner. Name the Technician who should own it: npm run owner -- USERNAME')
  const owner = await makeServerOwner(db, username)
  if (!owner) throw new StartProblem(`There is no Technician with the username ${username}`)
  return owner
}

/**
 * Turns off the second factor of the server's owner, ends the owner's sessions and makes a re-entry link. Allowed to
 * everyone who can run commands on the server's machine; the audit names the console as author.
 */
export const letOwnerIn = ({ db }: Pick<OpenDatabase, 'db'>, publicUrl: string, username?: string) =>
  db.transaction().execute(async (transaction) => {
    const owners = await transaction
      .selectFrom('member')
      .select(['id', 'username', 'serviceId'])
      .where('isServerOwner', '=', true)
      .where('deletedAt', 'is', null)
      .orderBy('username')
      .execute()
    const isNew = owners.length === 0
    const owner = isNew ? await makeOwner(transaction, username) : chooseOwner(owners, username)
    const record = (action: string) =>
      recordAudit(transaction, {
        actor: undefined,
        by: { id: null, name: 'console' },
        action,
        outcome: 'done',
        serviceId: owner.serviceId,
        targetKind: 'member',
        targetId: owner.id,
        targetName: owner.username,
        address: '',
      })
    if (isNew) await record('member.edit')
    const { token, expiresAt } = await invites.makeReentry(transaction, owner.id, null)
    await record('member.reentry')
    const wasFactorOn = await factors.remove(transaction, owner.id)
    if (wasFactorOn) await record('secondFactor.reset')
    // Published before the sessions end, while the owner's streams are still open.
    const message = { type: 'USER_LOGOFF', userId: owner.id, reason: 'reentry' } as const
    await publish(transaction, { message, memberIds: [owner.id] })
    await sessions.endAllOf(transaction, owner.id)
    await memberPrograms.end(transaction, owner.id)
    return { username: owner.username, link: `${publicUrl}/invite?reentry=${token}`, expiresAt, wasFactorOn, isNew }
  })
