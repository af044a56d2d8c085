import { sql } from 'kysely'
import type { Setup } from '#contract'
import * as roles from '../../people/role/queries.ts'
import * as services from '../../people/service/queries.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { newToken } from '../../platform/secret/tokens.ts'
import { applySet } from '../starter/actions.ts'

const SETUP_LOCK = 7003
const TOKEN_NAME = 'setup-token'

export const hasMembers = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('member').select('id').limit(1).executeTakeFirst()) !== undefined

/** The token that the console prints; the same on every server of one database, until the set-up is done. */
export const token = async (db: Db): Promise<string> => {
  await db
    .insertInto('secret')
    .values({ name: TOKEN_NAME, value: JSON.stringify(newToken().slice(0, 20)) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db.selectFrom('secret').select('value').where('name', '=', TOKEN_NAME).executeTakeFirstOrThrow()
  return String(row.value)
}

/** Serialises concurrent set-ups: the second waits and then finds a member. */
export const lock = (db: Db) => sql`select pg_advisory_xact_lock(${SETUP_LOCK})`.execute(db)

export const create = async (db: Db, setup: Setup & { passwordHash: string }): Promise<string> => {
  const memberId = newId()
  const { mainLanguage, starterSet } = setup
  const serviceId = await services.create(db, { ...setup, title: setup.serviceTitle })
  const roleId = await roles.addFirst(db, serviceId, mainLanguage)
  if (starterSet) await applySet(db, { _id: serviceId, mainLanguage }, starterSet)
  await db
    .insertInto('member')
    .values({
      id: memberId,
      serviceId,
      roleId,
      username: setup.username,
      passwordHash: setup.passwordHash,
      firstName: setup.firstName,
      lastName: setup.lastName,
      type: 'Technician',
      isServerOwner: true,
      allowCsvDownload: true,
    })
    .execute()
  await db.deleteFrom('secret').where('name', '=', TOKEN_NAME).execute()
  return memberId
}
