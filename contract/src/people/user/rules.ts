import type { MemberSubject } from '../../platform/access/subject.ts'
import type { MemberDetails } from './schema.ts'

export const displayName = (user: { firstName: string; lastName: string; username: string }): string =>
  [user.firstName, user.lastName].filter(Boolean).join(' ') || user.username

/** Stands in for a photo: the first letter of the first name, else of the user name, else G for guest. */
export const initialOf = (user: { firstName?: string | null; username?: string | null }): string =>
  ([...(user.firstName || user.username || 'G')][0] ?? 'G').toUpperCase()

const STALE_MS = 15 * 60_000

/** A position that is older than 15 minutes is shown greyed. */
export const isStalePosition = (at: string | null, now: Date): boolean =>
  at === null || now.getTime() - Date.parse(at) > STALE_MS

export const memberSubject = (
  member: Pick<MemberDetails, '_id' | 'type' | 'isServerOwner' | 'service'>,
): MemberSubject => ({
  serviceId: member.service._id,
  memberId: member._id,
  type: member.type,
  isServerOwner: member.isServerOwner,
})
