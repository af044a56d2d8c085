import { type Actor, type EndedAccess, memberChannels, programsEndedTexts } from '#contract'
import * as calendars from '../exchange/calendar/feed.ts'
import * as feeds from '../exchange/feed/queries.ts'
import { adminsOf, messageMembers } from '../messaging/notification/actions.ts'
import * as tokens from '../people/token/queries.ts'
import type { Db } from '../platform/db/database.ts'

/** A member's API tokens, feeds and calendars, with which other programs act without the member's session. */
export const memberPrograms: tokens.MemberPrograms = {
  count: async (db, memberId) =>
    (await tokens.countOf(db, memberId)) +
    (await feeds.countOf(db, memberId)) +
    (await calendars.ofMember(db, memberId)).length,
  end: async (db, members) => {
    const ids = [members].flat()
    await calendars.revokeAllOf(db, ids)
    return { revokedTokens: await tokens.revokeAllOf(db, ids), revokedFeeds: await feeds.revokeAllOf(db, ids) }
  },
}

/** Call after members delete their own account. An Admin who deletes an account gets the names in the reply. */
export const notifyOfEndedPrograms = async (
  db: Db,
  { name, serviceId }: Pick<Actor, 'name' | 'serviceId'>,
  ended: EndedAccess,
): Promise<void> => {
  if (ended.revokedTokens.length + ended.revokedFeeds.length === 0) return
  await messageMembers(db, await adminsOf(db, serviceId), {
    kind: 'programsEnded',
    message: { action: 'PROGRAMS_ENDED', texts: programsEndedTexts(name, ended), path: '/?panel=servicesettings' },
    channels: memberChannels,
  })
}
