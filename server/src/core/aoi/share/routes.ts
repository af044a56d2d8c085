import { orNotFound, Problem, shareApi } from '#contract'
import * as notifications from '../../../messaging/notification/actions.ts'
import * as users from '../../../people/user/queries.ts'
import { serve } from '../../../platform/http/serve.ts'
import { recordAoiChange, refreshState } from '../record-change.ts'
import { subject } from '../subject.ts'
import * as shares from './queries.ts'

export const shareRoutes = [
  serve(shareApi.share, async ({ db, actor, params, body, allow }) => {
    const aoi = allow(orNotFound(await subject(db, actor, params, { forUpdate: true, toMain: true })))
    if (body.targetAoi && body.targetAoi !== params.id)
      throw new Problem('invalid', { fields: { targetAoi: 'form.invalid' } })
    const visibleIds = await users.visibleIds(db, actor, body.usersId)
    if (visibleIds.length < new Set(body.usersId).size) throw new Problem('notFound')
    const opened = await shares.open(db, {
      aoiId: aoi._id,
      memberIds: visibleIds,
      sharedBy: actor.id,
      source: 'member',
    })
    if (opened.length > 0) {
      await refreshState(db, aoi._id)
      await recordAoiChange(db, aoi._id, actor, { what: 'shared', names: opened.map(({ name }) => name) })
      const memberIds = opened.map(({ id }) => id)
      await notifications.notifyMembers(db, { kind: 'shared', aoiId: aoi._id, by: actor, memberIds })
    }
    return { shares: await shares.ofAoi(db, aoi._id) }
  }),

  serve(shareApi.takeBack, async ({ db, actor, params, allow }) => {
    const aoi = allow(orNotFound(await subject(db, actor, params, { forUpdate: true, toMain: true })))
    const left = (await shares.ofAoi(db, aoi._id)).find(({ userId }) => userId === params.userId)
    if (await shares.takeBack(db, aoi._id, params.userId)) {
      await refreshState(db, aoi._id)
      await recordAoiChange(db, aoi._id, actor, { what: 'shareTakenBack', names: left ? [left.name] : [] })
    }
    return { shares: await shares.ofAoi(db, aoi._id) }
  }),

  serve(shareApi.done, async ({ db, actor, params, allow }) => {
    const aoi = allow(orNotFound(await subject(db, actor, params, { forUpdate: true, toMain: true })))
    if (await shares.markDone(db, aoi._id, actor.id)) await recordAoiChange(db, aoi._id, actor, { what: 'shareDone' })
    return {}
  }),
]
