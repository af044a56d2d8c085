import { type Actor, type EndedAccess, type Language, type LngLat, orNotFound, Problem, userApi } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { inSnapshot } from '../../platform/db/transaction.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { saveImage } from '../../platform/files/files.ts'
import { readImage } from '../../platform/files/images.ts'
import { serve, withoutService } from '../../platform/http/serve.ts'
import { storedRichText } from '../../platform/kit/rich-text.ts'
import { registerDevice } from '../../platform/push/devices.ts'
import * as tokens from '../token/queries.ts'
import { noteMoved } from './actions.ts'
import { type MemberTools, memberRoutes, removeMember } from './member-routes.ts'
import * as users from './queries.ts'
import * as requests from './requests.ts'
import * as team from './team.ts'

const ownProfile = async (db: Db, actor: Actor) =>
  orNotFound(await users.profile(db, actor.id, actor.visibleServiceIds))
const updated = (actor: Actor) => ({ type: 'USER_UPDATED', userId: actor.id, serviceId: actor.serviceId }) as const
/** Field names only; the audit holds no personal details. */
const profileEdit = ({ id, name }: Actor, changed: string[]) => ({
  action: 'profile.edit',
  targetKind: 'member',
  targetId: id,
  targetName: name,
  detail: { changed },
})

type Tools = MemberTools & {
  store: FileStore
  /** Notifies the Admins of the service that the tokens and feeds of a deleted member have ended. */
  notifyOfEnd: (db: Db, member: Pick<Actor, 'name' | 'serviceId'>, ended: EndedAccess) => Promise<void>
  addressOf: (at: LngLat, language: Language, serviceId: string) => Promise<string | null>
}

export const userRoutes = ({ store, addressOf, online, endSessions, programs, notifyOfEnd }: Tools) => [
  ...memberRoutes({ online, endSessions, programs }),

  serve(userApi.withAoi, async ({ db, actor, allow }) => {
    allow()
    return team.ofServices({ db, online, serviceIds: actor.visibleServiceIds })
  }),

  serve(userApi.grouped, async ({ db, actor, allow }) => {
    allow()
    return team.memberGroups({ db, online, serviceIds: actor.visibleServiceIds })
  }),

  serve(userApi.ofService, async ({ db, params, allow }) => {
    const { serviceId } = allow({ serviceId: params.service })
    return team.ofServices({ db, online, serviceIds: [serviceId] })
  }),

  serve(userApi.positions, async ({ db, actor, allow }) => {
    allow()
    return team.positions({ db, serviceIds: actor.visibleServiceIds })
  }),

  serve(userApi.withLogs, async ({ db, actor, params, allow }) =>
    withoutService(
      allow(orNotFound(await inSnapshot(db, (snapshot) => team.details({ db: snapshot, online }, actor, params.id)))),
    ),
  ),

  serve(userApi.profile, async ({ db, actor, allow }) => {
    allow()
    return ownProfile(db, actor)
  }),

  serve(userApi.changeProfile, {
    prepare: async ({ db, actor, body }) => {
      if (!body.homeLocation) return { homeAddress: null }
      const language = body.language ?? (await users.languageOf(db, actor.id))
      return { homeAddress: await addressOf(body.homeLocation, language, actor.serviceId).catch(() => null) }
    },
    handle: async ({ db, actor, body, prepared, allow, announce, audit }) => {
      allow()
      const description =
        body.description === undefined ? {} : { description: storedRichText(body.description, 'description', 100_000) }
      await users.change(db, actor.id, { ...body, ...description }, prepared.homeAddress)
      if (body.role) await requests.askForRole(db, actor, body.role)
      if (body.enableGpsLocation === false) await noteMoved(db, actor.id)
      await announce(updated(actor))
      await audit(profileEdit(actor, Object.keys(body)))
      return ownProfile(db, actor)
    },
  }),

  serve(userApi.setPhoto, {
    prepare: async ({ db, actor, files }) => {
      if (!files.file) throw new Problem('invalid', { fields: { file: 'form.required' } })
      return saveImage(db, store, await readImage(files.file.bytes), actor)
    },
    handle: async ({ db, actor, prepared, allow, announce, audit }) => {
      allow()
      await users.setPhoto(db, actor.id, prepared.id)
      await announce(updated(actor))
      await audit(profileEdit(actor, ['photo']))
      return ownProfile(db, actor)
    },
  }),

  serve(userApi.removePhoto, async ({ db, actor, allow, announce, audit }) => {
    allow()
    await users.setPhoto(db, actor.id, null)
    await announce(updated(actor))
    await audit(profileEdit(actor, ['photo']))
    return ownProfile(db, actor)
  }),

  serve(userApi.agreeToTerms, async ({ db, actor, allow, audit }) => {
    allow()
    await users.agreeToTerms(db, actor.id)
    await audit({ action: 'terms.agree' })
    return ownProfile(db, actor)
  }),

  serve(userApi.deleteProfile, async ({ db, actor, allow, announce, audit }) => {
    allow()
    const ended = await removeMember({ db, announce, endSessions, programs }, actor)
    await notifyOfEnd(db, actor, ended)
    await audit({
      action: 'profile.delete',
      targetKind: 'member',
      targetId: actor.id,
      detail: tokens.namesOf(ended),
    })
    return {}
  }),

  serve(userApi.withdraw, async ({ db, actor, params, allow, announce, audit }) => {
    const request = orNotFound(await requests.byId(db, params.id))
    if (request.memberId !== actor.id) throw new Problem('notFound')
    allow()
    await requests.settle(db, request.id, 'withdrawn', actor.id)
    await audit({
      action: 'request.withdraw',
      targetKind: 'member',
      targetId: actor.id,
      detail: { kind: request.kind },
    })
    await announce({ type: 'USER_UPDATED', userId: actor.id, serviceId: request.serviceId })
    return ownProfile(db, actor)
  }),

  serve(userApi.setLocation, async ({ db, actor, body, allow }) => {
    allow()
    const [lng, lat] = body.coordinates
    const location: LngLat = [lng, lat]
    const isShared = await users.setLocation(db, actor.id, location)
    if (isShared) await noteMoved(db, actor.id)
    return { location: isShared ? location : null }
  }),

  serve(userApi.registerDevice, async ({ db, actor, sessionId, body, allow }) => {
    allow()
    await registerDevice(db, { memberId: actor.id, sessionId, ...body })
    return {}
  }),
]
