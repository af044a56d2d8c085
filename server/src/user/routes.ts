import { type Actor, found, Problem, userApi } from '#contract'
import type { Db } from '../db/database.ts'
import { saveImage } from '../files/files.ts'
import { readImage } from '../files/images.ts'
import type { FileStore } from '../files/store.ts'
import { cleanRichText } from '../http/rich-text.ts'
import { serve } from '../http/serve.ts'
import * as sessions from '../session/queries.ts'
import * as users from './queries.ts'
import * as team from './team.ts'

const own = async (db: Db, actor: Actor) => found(await users.profile(db, actor.id, actor.visibleServiceIds))
const updated = (actor: Actor) => ({ type: 'USER_UPDATED', userId: actor.id, serviceId: actor.serviceId }) as const

export const userRoutes = ({ store }: { store: FileStore }) => [
  serve(userApi.withAoi, async ({ db, actor, allow }) => {
    allow()
    return team.ofServices(db, actor.visibleServiceIds)
  }),

  serve(userApi.grouped, async ({ db, actor, allow }) => {
    allow()
    return team.grouped(db, actor.visibleServiceIds)
  }),

  serve(userApi.ofService, async ({ db, params, allow }) => {
    const { serviceId } = allow({ serviceId: params.service })
    return team.ofServices(db, [serviceId])
  }),

  serve(userApi.withLogs, async ({ db, actor, params, allow }) =>
    allow(found(await team.details(db, actor, params.id))),
  ),

  serve(userApi.profile, async ({ db, actor, allow }) => {
    allow()
    return own(db, actor)
  }),

  serve(userApi.changeProfile, async ({ db, actor, body, allow, announce }) => {
    allow()
    const description = body.description === undefined ? {} : { description: cleanRichText(body.description) }
    await users.change(db, actor.id, { ...body, ...description })
    await announce(updated(actor))
    return own(db, actor)
  }),

  serve(userApi.setPhoto, {
    prepare: async ({ db, actor, files }) => {
      if (!files.file) throw new Problem('invalid', { fields: { file: 'form.required' } })
      return saveImage(db, store, await readImage(files.file.bytes), actor)
    },
    handle: async ({ db, actor, prepared, allow, announce }) => {
      allow()
      await users.setPhoto(db, actor.id, prepared.id)
      await announce(updated(actor))
      return own(db, actor)
    },
  }),

  serve(userApi.removePhoto, async ({ db, actor, allow, announce }) => {
    allow()
    await users.setPhoto(db, actor.id, null)
    await announce(updated(actor))
    return own(db, actor)
  }),

  serve(userApi.agreeToTerms, async ({ db, actor, allow, audit }) => {
    allow()
    await users.agreeToTerms(db, actor.id)
    await audit({ action: 'terms.agree' })
    return own(db, actor)
  }),

  serve(userApi.deleteProfile, async ({ db, actor, allow, announce, audit }) => {
    allow()
    await users.guardLast(db, actor.id)
    await users.remove(db, actor.id)
    // Told first, while its streams are still open.
    await announce({ type: 'USER_LOGOFF', userId: actor.id }, { memberIds: [actor.id] })
    await sessions.endAllOf(db, actor.id)
    await audit({ action: 'profile.delete', targetKind: 'member', targetId: actor.id })
    await announce(updated(actor))
    return {}
  }),
]
