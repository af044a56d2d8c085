import { hash } from '@node-rs/argon2'
import type { UserType } from '#contract'
import * as sessions from '../people/session/queries.ts'
import type { Db } from '../platform/db/database.ts'
import { newId } from '../platform/db/id.ts'

/** Password of every test member without another one. */
export const PASSWORD = 'open the flood gate'
/** Hashed with the least work that argon2 allows, because tests verify the hash often. */
const hashed = hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })

const client = {
  address: '127.0.0.1',
  userAgent: 'test',
  cookies: {},
  lastEventId: undefined,
  ifNoneMatch: undefined,
  range: undefined,
  prefer: undefined,
  reachedAt: undefined,
  mustWait: () => {},
}

export type TestMember = { id: string; username: string; token: string; serviceId: string }

export const addService = async (
  db: Db,
  title: string,
): Promise<{ id: string; roleId: string; viewerRoleId: string }> => {
  const id = newId()
  const roleId = newId()
  const viewerRoleId = newId()
  await db.insertInto('service').values({ id, title }).execute()
  await db
    .insertInto('role')
    .values([
      { id: roleId, serviceId: id, name: 'Responder' },
      { id: viewerRoleId, serviceId: id, name: 'Observer', isViewer: true },
    ])
    .execute()
  return { id, roleId, viewerRoleId }
}

type MemberValues = {
  username?: string
  type?: UserType
  isServerOwner?: boolean
  allowCsvDownload?: boolean
  passwordHash?: string
  providedServiceIds?: string[]
}

export const addMember = async (
  db: Db,
  service: { id: string },
  roleId: string,
  { username = `member-${newId()}`, type = 'Operator', providedServiceIds = [], ...more }: MemberValues = {},
): Promise<TestMember> => {
  const id = newId()
  const passwordHash = await hashed
  await db
    .insertInto('member')
    .values({ id, serviceId: service.id, roleId, username, type, firstName: username, passwordHash, ...more })
    .execute()
  for (const serviceId of providedServiceIds)
    await db.insertInto('memberService').values({ memberId: id, serviceId }).execute()
  return { id, username, token: await sessions.start(db, id, client), serviceId: service.id }
}
