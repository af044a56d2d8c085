import { aoiApi, orNotFound } from '#contract'
import { serve } from '../../platform/http/serve.ts'
import { changeActivity } from './activity.ts'
import { changeArea } from './areas.ts'
import { changeAoi } from './change.ts'
import { details } from './details.ts'
import { acceptedType, type DraftTools, missingAddress, saveUpload } from './draft.ts'
import { markSeen } from './reading.ts'
import { recordAoiChange } from './record-change.ts'
import { subject, unmerged, writable } from './subject.ts'
import { unsubscribe } from './subscribers.ts'

export const changeRoutes = ({ store, addressOf }: DraftTools) => [
  serve(aoiApi.change, {
    prepare: async ({ db, actor, body, files }) => ({
      image: await saveUpload(db, store, actor, files.file),
      address: await missingAddress(db, addressOf, actor, body),
    }),
    handle: async ({ db, actor, params, body, prepared: { image, address }, allow }) => {
      const aoi = await unmerged(db, actor, allow, params)
      const before = await details(db, actor, aoi._id)
      const hasImage = image !== undefined || (before.properties.map.length > 0 && !body.removeImage)
      const current = before.properties.publicAction
      const ofKind = {
        event: undefined,
        activity: () => changeActivity(db, aoi, body),
        sensor: () => changeArea(db, aoi._id, body),
      }[aoi.kind]
      const type =
        body.publicAction && aoi.kind === 'event'
          ? await acceptedType(db, actor.id, { draft: body, serviceId: aoi.serviceId, hasImage }, current?._id)
          : undefined
      const fields = await changeAoi(db, aoi._id, body, {
        type,
        imageFileId: image?.id,
        address,
        ofKind,
      })
      if (fields.length > 0) await recordAoiChange(db, aoi._id, actor, { what: 'edited', fields })
      return details(db, actor, aoi._id)
    },
  }),

  serve(aoiApi.removeSubscriber, async ({ db, actor, params, allow }) => {
    const aoi = await writable(db, actor, allow, params)
    const { subscribers } = await details(db, actor, aoi._id)
    const subscriber = orNotFound(subscribers.find(({ _id }) => _id === params.subscriberId))
    await unsubscribe(db, { aoiId: aoi._id, id: subscriber._id }, actor.id)
    const names = [[subscriber.firstName, subscriber.lastName].filter(Boolean).join(' ')]
    await recordAoiChange(db, aoi._id, actor, { what: 'subscriberRemoved', names })
    return details(db, actor, aoi._id)
  }),

  serve(aoiApi.resetCounters, async ({ db, actor, params, body, allow }) => {
    const aoi = allow(orNotFound(await subject(db, actor, params)))
    await markSeen(db, actor.id, aoi._id, {
      updates: body.updates !== undefined,
      subscriptions: body.subscriptions !== undefined,
    })
    return (await details(db, actor, aoi._id)).updates
  }),
]
