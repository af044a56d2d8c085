import type { SystemChange } from '#contract'
import * as notifications from '../../messaging/notification/actions.ts'
import type { Db } from '../../platform/db/database.ts'
import * as logs from './log/queries.ts'
import * as aois from './queries.ts'

type Author = { id: string | null; name: string }

/** Records a change of an AOI: touches its row, writes its log and notifies the members concerned. */
export const recordAoiChange = async (
  db: Db,
  aoiId: string,
  author: Author | null,
  change?: SystemChange,
  { isNotified = true } = {},
): Promise<void> => {
  if (change) await logs.recordChange(db, aoiId, author, change)
  await aois.touch(db, aoiId, author?.id ?? null)
  const kind = notificationKindOf(change?.what)
  if (isNotified && kind) await notifications.notifyMembers(db, { kind, aoiId, by: author })
}

/** The notification of a change. None for shares: the sharing route notifies the recipients itself. */
const notificationKindOf = (what: SystemChange['what'] | undefined) => {
  if (what === 'archived' || what === 'deleted') return what
  return what === 'shared' || what === 'autoShared' || what === 'shareTakenBack' ? undefined : 'updated'
}
