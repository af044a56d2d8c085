import { type Actor, type LocalMapPosition, orNotFound, Problem, regionApi } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { saveImage } from '../../platform/files/files.ts'
import { readImage } from '../../platform/files/images.ts'
import { serve, type UploadedFile, withoutService } from '../../platform/http/serve.ts'
import * as regions from './queries.ts'

type Tools = {
  store: FileStore
  regionAt: (db: Db, serviceId: string, position: LocalMapPosition) => Promise<string | null>
}

export const localMapRoutes = ({ store, regionAt }: Tools) => {
  const stored = async (db: Db, actor: Actor, file: UploadedFile | undefined) =>
    file && saveImage(db, store, await readImage(file.bytes), actor)

  const chosenRegion = async (db: Db, serviceId: string, id: string | null | undefined) => {
    if (id && !(await regions.isOfService(db, serviceId, id)))
      throw new Problem('invalid', { fields: { region: 'form.invalid' } })
    return id
  }

  return [
    serve(regionApi.createLocalMap, {
      prepare: async ({ db, actor, files }) => stored(db, actor, files.file),
      handle: async ({ db, actor, body, prepared: image, allow, announce, audit }) => {
        const { serviceId } = allow({ serviceId: body.service ?? actor.serviceId })
        if (!image) throw new Problem('invalid', { fields: { file: 'form.required' } })
        const { name, translations, position, opacity } = body
        const regionId = (await chosenRegion(db, serviceId, body.region)) ?? (await regionAt(db, serviceId, position))
        const values = { name, translations, position, opacity, regionId, imageFileId: image.id }
        const id = await regions.createLocalMap(db, serviceId, values)
        await announce({ type: 'SERVICE_UPDATED', serviceId })
        await audit({ action: 'region.edit', targetKind: 'localMap', targetId: id, detail: { created: name } })
        return withoutService(orNotFound(await regions.localMapById(db, id)))
      },
    }),

    serve(regionApi.changeLocalMap, {
      prepare: async ({ db, actor, files }) => stored(db, actor, files.file),
      handle: async ({ db, params, body, prepared: image, allow, announce, audit }) => {
        const localMap = allow(orNotFound(await regions.localMapById(db, params.id)))
        const { serviceId } = localMap
        const { name, translations, position, opacity } = body
        const chosen = await chosenRegion(db, serviceId, body.region)
        const regionId = chosen === null ? await regionAt(db, serviceId, position ?? localMap.position) : chosen
        const values = { name, translations, position, opacity, regionId, imageFileId: image?.id }
        await regions.changeLocalMap(db, localMap._id, values)
        await announce({ type: 'SERVICE_UPDATED', serviceId })
        const detail = { changed: localMap.name }
        await audit({ action: 'region.edit', targetKind: 'localMap', targetId: localMap._id, detail })
        return withoutService(orNotFound(await regions.localMapById(db, localMap._id)))
      },
    }),

    serve(regionApi.removeLocalMap, async ({ db, params, allow, announce, audit }) => {
      const { _id, name, serviceId } = allow(orNotFound(await regions.localMapById(db, params.id)))
      await regions.removeLocalMap(db, _id)
      await announce({ type: 'SERVICE_UPDATED', serviceId })
      await audit({ action: 'region.edit', targetKind: 'localMap', targetId: _id, detail: { deleted: name } })
      return { _id, name }
    }),
  ]
}
