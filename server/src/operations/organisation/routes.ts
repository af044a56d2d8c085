import {
  type Actor,
  type Language,
  type LngLat,
  orNotFound,
  Problem,
  planMiddle,
  type ServiceChange,
  serviceApi,
} from '#contract'
import * as actions from '../../core/action/queries.ts'
import * as aois from '../../core/aoi/region.ts'
import * as communities from '../../core/community/queries.ts'
import { change as changeType, create as createType, swapLanguage as swapTypes } from '../../core/event-type/actions.ts'
import * as eventTypes from '../../core/event-type/queries.ts'
import * as metrics from '../../core/metric/queries.ts'
import * as regions from '../../core/region/queries.ts'
import { refreshRegionsOf } from '../../core/region/routes.ts'
import * as roles from '../../people/role/queries.ts'
import * as factors from '../../people/second-factor/queries.ts'
import * as services from '../../people/service/queries.ts'
import type { Db } from '../../platform/db/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { saveImage } from '../../platform/files/files.ts'
import { readImage } from '../../platform/files/images.ts'
import { type Announce, serve, type UploadedFile } from '../../platform/http/serve.ts'
import { publish } from '../../platform/outbox/outbox.ts'

const serviceDetails = async (db: Db, id: string) => {
  const service = orNotFound(await services.byId(db, id))
  return {
    _id: service._id,
    title: service.title,
    logo: service.logo,
    colours: service.colours,
    translations: service.translations,
    chatTemplate: service.chatTemplate,
    requiresSecondFactor: service.requiresSecondFactor,
    mainLanguage: service.mainLanguage,
    homeArea: service.homeArea,
    regions: await regions.ofServices(db, [service._id]),
    localMaps: await regions.localMapsOf(db, service._id),
    publicActions: await eventTypes.ofService(db, service._id),
  }
}

const unknownId = (list: string, at: number) =>
  new Problem('invalid', { fields: { [`${list}.${at}._id`]: 'form.invalid' } })

const upsertTypes = async (db: Db, serviceId: string, types: ServiceChange['publicActions'] = []): Promise<void> => {
  for (const [at, type] of types.entries()) {
    const problemsOfType = inList('publicActions', at)
    if (!('_id' in type)) {
      await createType(db, serviceId, type).catch(problemsOfType)
      continue
    }
    const { _id, ...fields } = type
    const stored = await eventTypes.byId(db, _id)
    if (stored?.service !== serviceId) throw unknownId('publicActions', at)
    await changeType(db, stored, fields).catch(problemsOfType)
  }
}

const inList = (list: string, at: number) => (error: unknown) => {
  if (!(error instanceof Problem) || !error.fields) throw error
  const named = Object.entries(error.fields).map(([field, problem]) => [`${list}.${at}.${field}`, problem])
  throw new Problem(error.code, { fields: Object.fromEntries(named) })
}

const upsertRegions = async (db: Db, announce: Announce, serviceId: string, list: ServiceChange['regions'] = []) => {
  const rings: LngLat[][] = []
  for (const [at, region] of list.entries()) {
    if (!('_id' in region)) {
      await regions.create(db, serviceId, region)
      rings.push(...region.coordinates)
      continue
    }
    const stored = await regions.byId(db, region._id)
    if (stored?.serviceId !== serviceId) throw unknownId('regions', at)
    await regions.change(db, region._id, region)
    if (region.coordinates) rings.push(...region.coordinates, ...stored.geometry.coordinates)
  }
  if (rings.length > 0) await refreshRegionsOf(db, announce, serviceId, rings)
}

const upsertLocalMaps = async (
  db: Db,
  serviceId: string,
  list: ServiceChange['localMaps'] = [],
  image: { id: string } | undefined,
) => {
  const isNew = list.map(({ _id }) => _id === undefined)
  for (const [at, { _id, name, position, opacity }] of list.entries()) {
    if (_id !== undefined) {
      if ((await regions.localMapById(db, _id))?.serviceId !== serviceId) throw unknownId('localMaps', at)
      await regions.changeLocalMap(db, _id, { name, position, opacity })
      continue
    }
    const missing = {
      ...(name === undefined && { [`localMaps.${at}.name`]: 'form.required' as const }),
      ...(position === undefined && { [`localMaps.${at}.position`]: 'form.required' as const }),
      ...((!image || isNew.indexOf(true) !== at) && { localMap: 'form.required' as const }),
    }
    if (name === undefined || position === undefined || !image || missing.localMap)
      throw new Problem('invalid', { fields: missing })
    const regionId = await aois.regionAt(db, serviceId, planMiddle(position))
    await regions.createLocalMap(db, serviceId, { name, position, opacity, regionId, imageFileId: image.id })
  }
}

/** Closes the streams of members who must set up a second factor. An earlier message has informed their pages. */
const closeStreamsWithoutFactor = async (db: Db, serviceId: string): Promise<void> => {
  const memberIds = await factors.membersToEnrol(db, serviceId)
  if (memberIds.length > 0) await publish(db, { control: 'audienceChanged', memberIds })
}

const swaps = [
  services.swapLanguage,
  roles.swapLanguage,
  actions.swapLanguage,
  swapTypes,
  metrics.swapLanguage,
  regions.swapLanguage,
  communities.swapLanguage,
]

/**
 * Swaps texts and translations for a new main language: its translations become the texts, and the previous texts
 * become translations.
 */
const changeLanguage = async (db: Db, { _id, mainLanguage }: { _id: string; mainLanguage: Language }, to: Language) => {
  if (mainLanguage === to) return
  for (const swap of swaps) await swap(db, _id, mainLanguage, to)
}

const ownOnly = (actor: Actor, id: string) => {
  if (id !== actor.serviceId && !actor.visibleServiceIds.includes(id)) throw new Problem('notFound')
  if (id !== actor.serviceId) throw new Problem('forbidden')
}

export const serviceRoutes = ({ store }: { store: FileStore }) => [
  serve(serviceApi.visible, async ({ db, actor, allow }) => {
    allow()
    return services.names(db, actor.visibleServiceIds)
  }),

  serve(serviceApi.byId, async ({ db, params, allow }) => {
    const service = allow(orNotFound(await services.byId(db, params.id)))
    return serviceDetails(db, service._id)
  }),

  serve(serviceApi.change, {
    prepare: async ({ db, actor, params, files }) => {
      // Checked before the files are stored.
      ownOnly(actor, params.id)
      const saved = async (file: UploadedFile | undefined) =>
        file && saveImage(db, store, await readImage(file.bytes), actor)
      return { logo: await saved(files.logo), localMap: await saved(files.localMap) }
    },
    handle: async ({ db, actor, params, body, prepared: { logo, localMap }, allow, announce, audit }) => {
      const service = allow(orNotFound(await services.byId(db, params.id)))
      const { requiresSecondFactor } = body
      const isRequirementChanged =
        requiresSecondFactor !== undefined && requiresSecondFactor !== service.requiresSecondFactor
      if (isRequirementChanged && !(await factors.isOn(db, actor.id))) throw new Problem('secondFactor')
      const { publicActions, regions: drawn, localMaps, removeLogo, ...fields } = body
      if (body.mainLanguage) await changeLanguage(db, service, body.mainLanguage)
      await services.change(db, service._id, fields, logo?.id ?? (removeLogo ? null : undefined))
      await upsertTypes(db, service._id, publicActions)
      await upsertRegions(db, announce, service._id, drawn)
      await upsertLocalMaps(db, service._id, localMaps, localMap)
      await announce({ type: 'SERVICE_UPDATED', serviceId: service._id })
      if (isRequirementChanged) await closeStreamsWithoutFactor(db, service._id)
      await audit({
        action: 'service.edit',
        targetKind: 'service',
        targetId: service._id,
        targetName: body.title ?? service.title,
        detail: { changed: [...Object.keys(body), ...(logo ? ['logo'] : [])] },
      })
      return serviceDetails(db, service._id)
    },
  }),
]
