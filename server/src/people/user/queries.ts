import { sql } from 'kysely'
import {
  type Actor,
  displayName,
  type Language,
  languageOr,
  type MemberChange,
  Problem,
  type Profile,
  type ProfileChange,
  secondFactorTypes,
} from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { lngLat, pointText } from '../../platform/db/point.ts'
import { addressOfFile } from '../../platform/files/files.ts'
import * as roles from '../role/queries.ts'
import * as factors from '../second-factor/queries.ts'
import * as services from '../service/queries.ts'
import * as requests from './requests.ts'

export const visibleIds = async (db: Db, actor: Actor, ids: readonly string[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('member')
    .select('id')
    .where('id', 'in', ids)
    .where('serviceId', 'in', actor.visibleServiceIds)
    .where('deletedAt', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** The member's language; if none is chosen, the main language of the service. */
export const languageOf = async (db: Db, memberId: string): Promise<Language> => {
  const row = await db
    .selectFrom('member')
    .innerJoin('service', 'service.id', 'member.serviceId')
    .select(['member.language', 'service.mainLanguage'])
    .where('member.id', '=', memberId)
    .executeTakeFirst()
  return languageOr(row?.language ?? row?.mainLanguage)
}

export const profile = async (
  db: Db,
  memberId: string,
  visibleServiceIds: readonly string[],
): Promise<Profile | undefined> => {
  // Queries run concurrently, because in the morning each of them waits for a connection.
  const [row, asked, isOn, recoveryCodesLeft] = await Promise.all([
    db
      .selectFrom('member')
      .leftJoin('file', 'file.id', 'member.photoFileId')
      .selectAll('member')
      .select('file.token as photoToken')
      .where('member.id', '=', memberId)
      .executeTakeFirst(),
    requests.ofMember(db, memberId),
    factors.isOn(db, memberId),
    factors.recoveryCodesLeft(db, memberId),
  ])
  if (!row) return undefined
  const provided = visibleServiceIds.filter((id) => id !== row.serviceId)
  const [role, service, providedServices] = await Promise.all([
    row.roleId ? roles.withActions(db, row.roleId) : undefined,
    services.byId(db, row.serviceId),
    provided.length > 0 ? services.names(db, provided) : [],
  ])
  if (!service) return undefined
  return {
    _id: row.id,
    username: row.username,
    firstName: row.firstName,
    lastName: row.lastName,
    description: row.descriptionHtml,
    phone: row.phone ?? '',
    photo: row.photoToken && addressOfFile(row.photoToken),
    type: row.type,
    isServerOwner: row.isServerOwner,
    role: role
      ? {
          _id: role._id,
          name: role.name,
          translations: role.translations,
          isViewer: role.isViewer,
          defaultView: role.defaultView,
          actions: role.actions,
        }
      : null,
    service: services.ofMember(service),
    providedServices,
    requests: asked,
    allowCsvDownload: row.allowCsvDownload,
    enableGpsLocation: row.enableGpsLocation,
    homeLocation: row.homeLocation && lngLat(row.homeLocation),
    homeAddress: row.homeAddress,
    location: row.location && lngLat(row.location),
    language: row.language,
    mustChangePassword: row.mustChangePassword,
    secondFactor: {
      isOn,
      isRequired: service.requiresSecondFactor && secondFactorTypes.includes(row.type),
      recoveryCodesLeft,
    },
    timeTermsOfUseAgreed: row.termsAgreedAt?.toISOString() ?? null,
    hidesGettingStarted: row.hidesGettingStarted,
    createdAt: row.createdAt.toISOString(),
  }
}

export const change = async (
  db: Db,
  memberId: string,
  { homeLocation, description, role: _asked, ...fields }: ProfileChange,
  homeAddress: string | null = null,
): Promise<void> => {
  const changes = {
    ...fields,
    ...(homeLocation !== undefined && { homeLocation: homeLocation && pointText(homeLocation), homeAddress }),
    ...(description !== undefined && { descriptionHtml: description }),
    // The position is erased when sharing ends.
    ...(fields.enableGpsLocation === false && { location: null, locationAt: null }),
  }
  if (Object.keys(changes).length === 0) return
  await db
    .updateTable('member')
    .set({ ...changes, updatedAt: sql<Date>`now()` })
    .where('id', '=', memberId)
    .execute()
}

/** Stores a position, unless the member has stopped sharing in the meantime. */
export const setLocation = async (db: Db, memberId: string, at: readonly [number, number]): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('member')
    .set({ location: pointText(at), locationAt: sql<Date>`now()` })
    .where('id', '=', memberId)
    .where('enableGpsLocation', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const subject = async (db: Db, memberId: string) => {
  const row = await db
    .selectFrom('member')
    .select(['id', 'serviceId', 'type', 'isServerOwner', 'username', 'firstName', 'lastName'])
    .where('id', '=', memberId)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row && { ...row, memberId: row.id, name: displayName(row) }
}

export const changeMember = async (
  db: Db,
  member: { id: string; serviceId: string },
  { role, type, allowCsvDownload, isServerOwner }: MemberChange,
): Promise<void> => {
  if (role && !(await roles.isAssignable(db, role, member.serviceId, member.id)))
    throw new Problem('invalid', { fields: { role: 'form.invalid' } })
  const changes = {
    ...(role !== undefined && { roleId: role }),
    ...(type !== undefined && { type }),
    ...(allowCsvDownload !== undefined && { allowCsvDownload }),
    ...(isServerOwner !== undefined && { isServerOwner }),
  }
  if (Object.keys(changes).length === 0) return
  await db
    .updateTable('member')
    .set({ ...changes, updatedAt: sql<Date>`now()` })
    .where('id', '=', member.id)
    .execute()
}

/** Sets or removes the photo. A replaced photo has no owner any more, so housekeeping deletes its file. */
export const setPhoto = async (db: Db, memberId: string, photoFileId: string | null): Promise<void> => {
  await db.updateTable('member').set({ photoFileId }).where('id', '=', memberId).execute()
}

export const agreeToTerms = async (db: Db, memberId: string): Promise<void> => {
  await db.updateTable('member').set({ termsAgreedAt: sql<Date>`now()` }).where('id', '=', memberId).execute()
}

/**
 * Throws for the last Technician of a service and for the last server owner. Locks all of them, so that concurrent
 * removals cannot remove the last two.
 */
export const guardLast = async (db: Db, memberId: string): Promise<void> => {
  const { rows } = await sql<{ id: string; isLeaving: boolean; isServerOwner: boolean; isPeer: boolean }>`
    select m.id, m.id = leaving.id as is_leaving, m.is_server_owner,
      m.type = 'Technician' and m.service_id = leaving.service_id as is_peer
    from member m join member leaving on leaving.id = ${memberId}
    where m.deleted_at is null and (m.is_server_owner or (m.type = 'Technician' and m.service_id = leaving.service_id))
    order by m.id for update of m`.execute(db)
  const leaving = rows.find((row) => row.isLeaving)
  if (!leaving) return
  const others = rows.filter((row) => !row.isLeaving)
  if (leaving.isServerOwner && !others.some((row) => row.isServerOwner)) throw new Problem('lastServerOwner')
  if (leaving.isPeer && !others.some((row) => row.isPeer)) throw new Problem('lastTechnician')
}

export const remove = async (db: Db, members: string | readonly string[]): Promise<void> => {
  const ids = [members].flat()
  if (ids.length === 0) return
  const areThese = sql<string>`any(${ids}::uuid[])`
  await db
    .updateTable('member')
    .set({
      deletedAt: sql<Date>`now()`,
      phone: null,
      email: null,
      photoFileId: null,
      descriptionHtml: '',
      location: null,
      locationAt: null,
      homeLocation: null,
      homeAddress: null,
      passwordHash: '',
      isServerOwner: false,
    })
    .where('id', '=', areThese)
    .execute()
  await db.deleteFrom('memberService').where('memberId', '=', areThese).execute()
  await db.deleteFrom('emailConfirmation').where('memberId', '=', areThese).execute()
  await requests.withdrawEverything(db, ids)
}
