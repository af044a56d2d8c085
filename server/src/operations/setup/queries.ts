import { sql } from 'kysely'
import type { Setup } from '#contract'
import * as roles from '../../people/role/queries.ts'
import * as services from '../../people/service/queries.ts'
import { addMember } from '../../people/user/actions.ts'
import type { Db } from '../../platform/db/database.ts'
import { forgetSecret, storedSecret } from '../../platform/secret/sealing.ts'
import { newToken } from '../../platform/secret/tokens.ts'
import { applySet } from '../starter/actions.ts'

const SETUP_LOCK = 7003
const TOKEN_NAME = 'setup-token'

export const hasMembers = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('member').select('id').limit(1).executeTakeFirst()) !== undefined

/** The setup token that the console shows, the same on every server of a database. */
export const token = async (db: Db): Promise<string> =>
  String(await storedSecret(db, TOKEN_NAME, () => newToken().slice(0, 20)))

/** Serialises concurrent set-ups: the second waits and then finds a member. */
export const lock = (db: Db) => sql`select pg_advisory_xact_lock(${SETUP_LOCK})`.execute(db)

export const create = async (db: Db, setup: Setup & { passwordHash: string }): Promise<string> => {
  const { mainLanguage, starterSet, username, firstName, lastName, passwordHash } = setup
  const serviceId = await services.create(db, { ...setup, title: setup.serviceTitle })
  const roleId = await roles.addFirst(db, serviceId, mainLanguage)
  if (starterSet) await applySet(db, { _id: serviceId, mainLanguage }, starterSet)
  const person = { username, passwordHash, firstName, lastName }
  const rights = { type: 'Technician', isServerOwner: true, allowCsvDownload: true } as const
  const memberId = await addMember(db, { serviceId, roleId, ...person, ...rights })
  await forgetSecret(db, TOKEN_NAME)
  return memberId
}
