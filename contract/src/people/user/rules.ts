import type { MemberSubject } from '../../platform/access/subject.ts'
import type { MemberDetails } from './schema.ts'

export const displayName = (user: { firstName: string; lastName: string; username: string }): string =>
  [user.firstName, user.lastName].filter(Boolean).join(' ') || user.username

/**
 * Letter shown in place of a missing photo: of the first name or, if that is empty, of the username; G for a guest
 * without both.
 */
export const initialOf = (user: { firstName?: string | null; username?: string | null }): string =>
  ([...(user.firstName || user.username || 'G')][0] ?? 'G').toUpperCase()

const STALE_MS = 15 * 60_000

/** Whether a position is missing or older than 15 minutes; such positions are shown in grey. */
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
