import { type Actor, logApi, orNotFound, Problem, type RoleAction } from '#contract'
import * as actions from '../action/queries.ts'
import { recordAoiChange } from '../aoi/actions.ts'
import * as aois from '../aoi/queries.ts'
import type { Db } from '../db/database.ts'
import { serve } from '../http/serve.ts'
import * as notifications from '../notification/actions.ts'
import * as roles from '../role/queries.ts'
import * as shares from '../share/queries.ts'
import * as users from '../user/queries.ts'
import { addEntry, checkRecipient } from './actions.ts'
import * as logs from './queries.ts'

const offeredTo = async (db: Db, actor: Actor): Promise<RoleAction[]> => {
  const roleId = await users.roleIdOf(db, actor.id)
  return roleId ? ((await roles.withActions(db, roleId))?.actions ?? []) : []
}

/** Logging such an action shares the AOI once with every member of the action's role (behaviour 16). */
const autoShare = async (db: Db, aoiId: string, actionId: string | undefined, actor: Actor) => {
  const roleId = actionId && (await actions.autoShareRole(db, actionId))
  if (!roleId) return
  const memberIds = await shares.membersOfRole(db, roleId, actor.id)
  const opened = await shares.open(db, { aoiId, memberIds, sharedBy: actor.id, source: 'action' })
  if (opened.length === 0) return
  await logs.recordChange(db, aoiId, null, { what: 'autoShared', names: opened.map(({ name }) => name) })
  await notifications.notifyMembers(db, { kind: 'shared', aoiId, by: actor, memberIds: opened.map(({ id }) => id) })
}

export const logRoutes = [
  serve(logApi.add, async ({ db, actor, params, body, allow, announce }) => {
    const aoi = allow(orNotFound(await aois.subject(db, actor, params, { forUpdate: true, toMain: true })))
    if (aoi.isArchived) throw new Problem('archived')
    await checkRecipient(db, aoi._id, body.recipientId)
    const offered = body.type === 'action' ? await offeredTo(db, actor) : []
    const { id, isNew } = await addEntry(db, aoi._id, body, actor, offered)
    if (isNew) {
      if (body.type === 'action') await autoShare(db, aoi._id, body.params[0], actor)
      await aois.refreshState(db, aoi._id)
      await recordAoiChange(db, announce, aoi, actor, undefined, { isNotified: body.sendNotification })
    }
    return logs.byId(db, id)
  }),
]
