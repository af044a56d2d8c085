import type { SystemChange } from '#contract'
import * as notifications from '../../messaging/notification/actions.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Announce } from '../../platform/http/serve.ts'
import * as logs from './log/queries.ts'
import * as aois from './queries.ts'

type Author = { id: string | null; name: string }

/** Records a change of an AOI: touches its row, writes its log, announces it and notifies the members concerned. */
export const recordAoiChange = async (
  db: Db,
  announce: Announce,
  aoi: { _id: string; serviceId: string },
  author: Author | null,
  change?: SystemChange,
  { isNotified = true } = {},
): Promise<void> => {
  if (change) await logs.recordChange(db, aoi._id, author, change)
  await aois.touch(db, aoi._id, author?.id ?? null)
  await announce(
    { type: 'AOI_UPDATED', serviceId: aoi.serviceId, aoiIds: [aoi._id] },
    { memberIds: await aois.sharedWith(db, aoi._id) },
  )
  const kind = notificationKindOf(change?.what)
  if (isNotified && kind) await notifications.notifyMembers(db, { kind, aoiId: aoi._id, by: author })
}

/** The notification of a change. None for shares: the sharing route notifies the recipients itself. */
const notificationKindOf = (what: SystemChange['what'] | undefined) => {
  if (what === 'archived' || what === 'deleted') return what
  return what === 'shared' || what === 'autoShared' || what === 'shareTakenBack' ? undefined : 'updated'
}
