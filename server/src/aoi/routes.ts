import { sql } from 'kysely'
import {
  type Actor,
  type AoiDraft,
  aoiApi,
  found,
  isActivityDraft,
  type Language,
  type LngLat,
  Problem,
} from '#contract'
import type { Db } from '../db/database.ts'
import { saveImage } from '../files/files.ts'
import { readImage } from '../files/images.ts'
import type { FileStore } from '../files/store.ts'
import { type Allow, JsonText, serve, type UploadedFile } from '../http/serve.ts'
import * as regions from '../region/queries.ts'
import type { Search } from '../search/search.ts'
import * as users from '../user/queries.ts'
import * as visitors from '../visitor/queries.ts'
import { changed, receive } from './actions.ts'
import { changeActivity } from './activity.ts'
import { changeArea, gather } from './area.ts'
import { changeAoi } from './change.ts'
import { chart } from './chart.ts'
import { typeForMember } from './create.ts'
import { details } from './details.ts'
import { withMetric } from './filter.ts'
import { groups } from './groups.ts'
import { page } from './list.ts'
import { onLocalMap } from './plan.ts'
import * as aois from './queries.ts'

type Tools = {
  store: FileStore
  /** The address of a point, in the words of the bundled places or the geocoder; null when nothing is near. */
  addressOf: (lngLat: LngLat, language: Language, serviceId: string) => Promise<string | null>
  search: Search
}

export const aoiRoutes = ({ store, addressOf, search }: Tools) => {
  const prepareImage = async (db: Db, actor: Actor, file: UploadedFile | undefined) =>
    file && { ...(await saveImage(db, store, await readImage(file.bytes), actor)), bytes: file.bytes }

  const prepareAddress = async (
    db: Db,
    actor: Actor,
    draft: Partial<Pick<AoiDraft, 'startCoordinates' | 'address'>>,
  ) => {
    if (!draft.startCoordinates || draft.address) return undefined
    const { lng, lat } = draft.startCoordinates
    return addressOf([lng, lat], (await users.languageOf(db, actor.id)) ?? 'en', actor.serviceId).catch(() => null)
  }

  /** The AOI of the path, locked, if it exists for the caller and the right is there. */
  const writable = async (db: Db, actor: Actor, allow: Allow, name: { id: string } | { number: number }) =>
    allow(found(await aois.subject(db, actor, name, { forUpdate: true })))

  return [
    serve(aoiApi.ofService, async ({ db, actor, params, allow }) => {
      const { serviceId } = allow({ serviceId: params.service })
      const own = { ...actor, visibleServiceIds: [serviceId] }
      const newest = {
        type: 'all',
        sort: 'createdAt',
        order: 'desc',
        limit: 1000,
        groups: false,
        answers: false,
      } as const
      const { rows } = await page(db, own, newest, search)
      return new JsonText(`[${rows.map(({ json }) => json).join(',')}]`)
    }),

    serve(aoiApi.filtered, async ({ db, actor, query, allow }) => {
      allow()
      const filter = await withMetric(db, actor, query)
      const { rows, nextCursor } = await page(db, actor, filter, search)
      const none = { byUsers: [], byTypes: [], byCommunity: [] }
      const grouped = query.groups ? await groups(db, actor, filter, rows) : none
      const total = rows.map(({ json }) => json).join(',')
      return new JsonText(`{"total":[${total}],${JSON.stringify({ ...grouped, nextCursor }).slice(1)}`)
    }),

    serve(aoiApi.byNonce, async ({ db, actor, params, query, allow }) => {
      const aoi = allow(found(await aois.subject(db, actor, params)))
      if (aoi.isArchived && query.archived === false) throw new Problem('notFound')
      await aois.markRead(db, actor.id, aoi._id)
      return details(db, actor, aoi._id)
    }),

    serve(aoiApi.genericMetrics, async ({ db, actor, query, allow }) => {
      allow()
      return aois.genericMetrics(db, actor, await withMetric(db, actor, query))
    }),

    serve(aoiApi.sharedMetrics, async ({ db, actor, allow }) => {
      allow()
      return aois.sharedMetrics(db, actor)
    }),

    serve(aoiApi.chart, async ({ db, actor, query, allow }) => {
      allow()
      return chart(db, actor, await withMetric(db, actor, query))
    }),

    serve(aoiApi.onLocalMap, async ({ db, actor, params, query, allow }) => {
      const { _id: localMapId } = allow(found(await regions.localMapById(db, params.localMapId)))
      return onLocalMap(db, actor, { ...(await withMetric(db, actor, query)), localMapId })
    }),

    serve(aoiApi.create, {
      prepare: async ({ db, actor, body, files }) => ({
        image: await prepareImage(db, actor, files.file),
        address: await prepareAddress(db, actor, body),
      }),
      handle: async ({ db, actor, body, prepared: { image, address }, allow, announce }) => {
        const serviceId = body.serviceId ?? actor.serviceId
        allow({ serviceId, kind: body.forSensors ? 'sensor' : 'event' })
        const report = {
          draft: body,
          serviceId,
          creatorId: actor.id,
          visitorId: null,
          isAnonymous: false,
          imageFileId: image?.id ?? null,
          imageBytes: image?.bytes,
          address: address ?? null,
          author: actor,
        }
        const type =
          body.forSensors || isActivityDraft(body)
            ? undefined
            : await typeForMember(db, actor.id, { ...report, hasImage: image !== undefined })
        return details(db, actor, await receive(db, announce, report, type))
      },
    }),

    serve(aoiApi.change, {
      prepare: async ({ db, actor, body, files }) => ({
        image: await prepareImage(db, actor, files.file),
        address: await prepareAddress(db, actor, body),
      }),
      handle: async ({ db, actor, params, body, prepared: { image, address }, allow, announce }) => {
        const aoi = await writable(db, actor, allow, params)
        const before = await details(db, actor, aoi._id)
        const hasImage = image !== undefined || (before.properties.map.length > 0 && !body.removeImage)
        const kept = before.properties.publicAction
        const ofKind = {
          event: undefined,
          activity: () => changeActivity(db, aoi, body),
          sensor: () => changeArea(db, aoi._id, body),
        }[aoi.kind]
        const type =
          body.publicAction && aoi.kind === 'event'
            ? await typeForMember(db, actor.id, { draft: body, serviceId: aoi.serviceId, hasImage }, kept?._id)
            : undefined
        const fields = await changeAoi(db, aoi._id, body, {
          type,
          imageFileId: image?.id,
          address,
          ofKind,
        })
        if (fields.length > 0) await changed(db, announce, aoi, actor, { what: 'edited', fields })
        return details(db, actor, aoi._id)
      },
    }),

    serve(aoiApi.archive, async ({ db, actor, params, allow, announce }) => {
      const aoi = await writable(db, actor, allow, params)
      if (!aoi.isArchived) {
        await db
          .updateTable('aoi')
          .set({ archivedAt: sql<Date>`now()`, archivedBy: actor.id })
          .where('id', '=', aoi._id)
          .execute()
        await changed(db, announce, aoi, actor, { what: 'archived' })
      }
      return details(db, actor, aoi._id)
    }),

    serve(aoiApi.unarchive, async ({ db, actor, params, allow, announce }) => {
      const aoi = await writable(db, actor, allow, params)
      if (aoi.isArchived) {
        await db.updateTable('aoi').set({ archivedAt: null, archivedBy: null }).where('id', '=', aoi._id).execute()
        await changed(db, announce, aoi, actor, { what: 'unarchived' })
      }
      return details(db, actor, aoi._id)
    }),

    serve(aoiApi.remove, async ({ db, actor, params, allow, announce, audit }) => {
      const aoi = await writable(db, actor, allow, params)
      await db
        .updateTable('aoi')
        .set({ deletedAt: sql<Date>`now()`, deletedBy: actor.id })
        .where('id', '=', aoi._id)
        .execute()
      await changed(db, announce, aoi, actor, { what: 'deleted' })
      await audit({ action: 'aoi.delete', targetKind: aoi.kind, targetId: aoi._id, detail: { name: aoi.name } })
      return { _id: aoi._id }
    }),

    serve(aoiApi.restore, async ({ db, actor, params, allow, announce }) => {
      const aoi = allow(found(await aois.subject(db, actor, params, { isDeleted: true, forUpdate: true })))
      await db.updateTable('aoi').set({ deletedAt: null, deletedBy: null }).where('id', '=', aoi._id).execute()
      // Its sensors have lived on meanwhile.
      if (aoi.kind === 'sensor') await gather(db, aoi._id)
      await changed(db, announce, aoi, actor, { what: 'restored' })
      return details(db, actor, aoi._id)
    }),

    serve(aoiApi.removeSubscriber, async ({ db, actor, params, allow, announce }) => {
      const aoi = await writable(db, actor, allow, params)
      const { subscribers } = await details(db, actor, aoi._id)
      const subscriber = found(subscribers.find(({ _id }) => _id === params.subscriberId))
      await visitors.unsubscribe(db, { aoiId: aoi._id, id: subscriber._id }, actor.id)
      const names = [[subscriber.firstName, subscriber.lastName].filter(Boolean).join(' ')]
      await changed(db, announce, aoi, actor, { what: 'subscriberRemoved', names })
      return details(db, actor, aoi._id)
    }),

    serve(aoiApi.resetCounters, async ({ db, actor, params, body, allow }) => {
      const aoi = allow(found(await aois.subject(db, actor, params)))
      await aois.markSeen(db, actor.id, aoi._id, {
        updates: body.updates !== undefined,
        subscriptions: body.subscriptions !== undefined,
      })
      return (await details(db, actor, aoi._id)).updates
    }),
  ]
}
