import { sql } from 'kysely'
import { type Actor, displayName, secondFactorTypes } from '#contract'
import type { Db } from '../../platform/db/database.ts'

/**
 * Selects members with everything that their rights depend on. Callers join the table that names the member, such as
 * `session`.
 */
export const membersWithRights = (db: Db) =>
  db
    .selectFrom('member')
    .innerJoin('service', 'service.id', 'member.serviceId')
    .leftJoin('role', 'role.id', 'member.roleId')
    .leftJoin('secondFactor', 'secondFactor.memberId', 'member.id')
    .select((eb) => [
      'member.id as memberId',
      'member.firstName',
      'member.lastName',
      'member.username',
      'member.type',
      'member.serviceId',
      'member.isServerOwner',
      'member.allowCsvDownload',
      'member.mustChangePassword',
      'role.isViewer',
      'service.requiresSecondFactor',
      'secondFactor.confirmedAt as secondFactorSince',
      eb
        .selectFrom('memberService')
        .innerJoin('service as other', 'other.id', 'memberService.serviceId')
        .where('other.deletedAt', 'is', null)
        .whereRef('memberService.memberId', '=', 'member.id')
        .select(
          sql<string[]>`coalesce(array_agg(member_service.service_id order by member_service.service_id), '{}')`.as(
            'ids',
          ),
        )
        .as('provided'),
    ])
    .where('member.deletedAt', 'is', null)

type MemberWithRights = Awaited<ReturnType<ReturnType<typeof membersWithRights>['executeTakeFirstOrThrow']>>

export const actorOf = (row: MemberWithRights): Actor => ({
  id: row.memberId,
  name: displayName(row),
  type: row.type,
  serviceId: row.serviceId,
  visibleServiceIds: [row.serviceId, ...(row.provided ?? [])],
  isViewer: row.isViewer ?? false,
  isServerOwner: row.isServerOwner,
  mayExport: row.allowCsvDownload,
  token: null,
})

export const lacksSecondFactor = ({ requiresSecondFactor, secondFactorSince, type }: MemberWithRights): boolean =>
  requiresSecondFactor && !secondFactorSince && secondFactorTypes.includes(type)
