import { sql } from 'kysely'
import { type Actor, type ApprovalRequest, may, type OwnRequest, Problem, type UserType, userTypes } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { addressOfFile } from '../../platform/files/files.ts'
import { publish } from '../../platform/outbox/outbox.ts'
import * as roles from '../role/queries.ts'
import * as services from '../service/queries.ts'

const pending = (db: Db) =>
  db
    .selectFrom('approvalRequest as request')
    .innerJoin('service', 'service.id', 'request.serviceId')
    .leftJoin('role', 'role.id', 'request.roleId')
    .select(['request.id', 'request.kind', 'request.memberId', 'request.serviceId', 'request.createdAt'])
    .select(['service.title as serviceTitle', 'service.translations as serviceTranslations'])
    .select(['role.id as roleId', 'role.name as roleName', 'role.translations as roleTranslations'])
    .where('request.state', '=', 'pending')
    .where('service.deletedAt', 'is', null)
    .orderBy('request.createdAt')

type Row = Awaited<ReturnType<ReturnType<typeof pending>['execute']>>[number]

const asRequest = (row: Row): OwnRequest => ({
  _id: row.id,
  kind: row.kind,
  role: row.roleId ? { _id: row.roleId, name: row.roleName ?? '', translations: row.roleTranslations ?? {} } : null,
  service: { _id: row.serviceId, title: row.serviceTitle, translations: row.serviceTranslations },
  createdAt: row.createdAt.toISOString(),
})

export const ofMember = async (db: Db, memberId: string): Promise<OwnRequest[]> =>
  (await pending(db).where('request.memberId', '=', memberId).execute()).map(asRequest)

const withMember = (db: Db) =>
  pending(db)
    .innerJoin('member', 'member.id', 'request.memberId')
    .innerJoin('service as home', 'home.id', 'member.serviceId')
    .leftJoin('role as now', 'now.id', 'member.roleId')
    .leftJoin('file', 'file.id', 'member.photoFileId')
    .select(['member.username', 'member.firstName', 'member.lastName', 'member.type', 'member.isServerOwner'])
    .select([
      'file.token as photoToken',
      'home.id as homeId',
      'home.title as homeTitle',
      'home.translations as homeTranslations',
    ])
    .select(['now.id as nowId', 'now.name as nowName', 'now.translations as nowTranslations'])
    .where('member.deletedAt', 'is', null)

export const toDecide = async (db: Db, actor: Actor): Promise<ApprovalRequest[]> => {
  const rows = await withMember(db).where('request.serviceId', '=', actor.serviceId).execute()
  return rows
    .filter((row) => may(actor, 'request.decide', row))
    .map((row) => ({
      ...asRequest(row),
      user: {
        _id: row.memberId,
        username: row.username,
        firstName: row.firstName,
        lastName: row.lastName,
        photo: row.photoToken && addressOfFile(row.photoToken),
        role: row.nowId ? { _id: row.nowId, name: row.nowName ?? '', translations: row.nowTranslations ?? {} } : null,
        service: { _id: row.homeId, title: row.homeTitle, translations: row.homeTranslations },
      },
    }))
}

export const byId = (db: Db, id: string) =>
  withMember(db).where('request.id', '=', id).forUpdate('request').executeTakeFirst()

export const settle = async (
  db: Db,
  id: string,
  state: 'approved' | 'refused' | 'withdrawn',
  decidedBy: string,
): Promise<void> => {
  await db
    .updateTable('approvalRequest')
    .set({ state, decidedBy, decidedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

const withdrawAll = (db: Db, memberId: string, kind: 'role' | 'service', except: readonly string[] = []) =>
  db
    .updateTable('approvalRequest')
    .set({ state: 'withdrawn', decidedAt: sql<Date>`now()` })
    .where('memberId', '=', memberId)
    .where('kind', '=', kind)
    .where('state', '=', 'pending')
    .$if(except.length > 0, (query) => query.where('serviceId', 'not in', except))
    .execute()

export const withdrawEverything = async (db: Db, memberIds: readonly string[]): Promise<void> => {
  await db
    .updateTable('approvalRequest')
    .set({ state: 'withdrawn', decidedAt: sql<Date>`now()` })
    .where('memberId', '=', sql<string>`any(${memberIds as string[]}::uuid[])`)
    .where('state', '=', 'pending')
    .execute()
}

type Leader = { id: string; type: UserType; isServerOwner: boolean }

const hasDecider = async (db: Db, actor: Actor): Promise<boolean> => {
  const { id: memberId, serviceId, type, isServerOwner } = actor
  const request = { kind: 'role', memberId, serviceId, type, isServerOwner } as const
  const mightDecide = (leader: Leader) => may({ ...actor, ...leader }, 'request.decide', request)
  const types = userTypes.filter((type) => mightDecide({ id: '', type, isServerOwner: true }))
  if (types.length === 0) return false
  const leaders = await db
    .selectFrom('member')
    .select(['id', 'type', 'isServerOwner'])
    .where('serviceId', '=', actor.serviceId)
    .where('type', 'in', types)
    .where('deletedAt', 'is', null)
    .execute()
  return leaders.some(mightDecide)
}

/** Requests another role. If nobody else could decide, the role is set at once. */
export const askForRole = async (db: Db, actor: Actor, roleId: string): Promise<void> => {
  if (!(await roles.isAssignable(db, roleId, actor.serviceId, actor.id)))
    throw new Problem('invalid', { fields: { role: 'form.invalid' } })
  await withdrawAll(db, actor.id, 'role')
  const member = await db.selectFrom('member').select('roleId').where('id', '=', actor.id).executeTakeFirst()
  if (member?.roleId === roleId) return
  if (await hasDecider(db, actor)) await ask(db, { memberId: actor.id, serviceId: actor.serviceId, roleId })
  else await db.updateTable('member').set({ roleId }).where('id', '=', actor.id).execute()
}

const ask = async (db: Db, request: { memberId: string; serviceId: string; roleId?: string }): Promise<void> => {
  const { roleId = null, ...who } = request
  await db
    .insertInto('approvalRequest')
    .values({ id: newId(), ...who, roleId, kind: roleId ? 'role' : 'service' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await publish(db, {
    serviceId: request.serviceId,
    message: { type: 'USER_UPDATED', userId: request.memberId, serviceId: request.serviceId },
  })
}

export const show = async (db: Db, memberId: string, serviceId: string): Promise<void> => {
  await db
    .insertInto('memberService')
    .values({ memberId, serviceId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await publish(db, { control: 'audienceChanged', memberIds: [memberId] })
}

/** Removes access at once, but requests new access from an Admin of the other service. */
export const provideServices = async (
  db: Db,
  member: { id: string; serviceId: string },
  wanted: readonly string[],
): Promise<{ services: string[]; requested: string[] }> => {
  const others = [...new Set(wanted)].filter((id) => id !== member.serviceId)
  const known = others.length > 0 ? await services.names(db, others) : []
  if (known.length < others.length) throw new Problem('invalid', { fields: { services: 'form.invalid' } })
  const had = await db.selectFrom('memberService').select('serviceId').where('memberId', '=', member.id).execute()
  const gone = had.map(({ serviceId }) => serviceId).filter((id) => !others.includes(id))
  const fresh = others.filter((id) => !had.some(({ serviceId }) => serviceId === id))
  await withdrawAll(db, member.id, 'service', fresh)
  if (gone.length > 0) {
    await db.deleteFrom('memberService').where('memberId', '=', member.id).where('serviceId', 'in', gone).execute()
    await publish(db, { control: 'audienceChanged', memberIds: [member.id] })
  }
  for (const serviceId of fresh) await ask(db, { memberId: member.id, serviceId })
  return { services: others.filter((id) => !fresh.includes(id)), requested: fresh }
}
