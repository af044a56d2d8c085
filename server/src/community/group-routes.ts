import { type Actor, communityApi, found, Problem } from '#contract'
import type { Db } from '../db/database.ts'
import { saveImage } from '../files/files.ts'
import { readImage } from '../files/images.ts'
import type { FileStore } from '../files/store.ts'
import { type Announce, serve, type UploadedFile } from '../http/serve.ts'
import { addCriterion, changeCriterion, changeGroup, createGroup, setCriterionPhoto } from './actions.ts'
import { candidatesFor, join, leave } from './people.ts'
import * as communities from './queries.ts'

type Subject = { _id: string; serviceId: string }

const written = async (db: Db, announce: Announce, { _id, serviceId }: Subject) => {
  await announce({ type: 'COMMUNITY_UPDATED', serviceId })
  return found(await communities.groupById(db, _id))
}

export const groupRoutes = ({ store }: { store: FileStore }) => {
  const subject = async (db: Db, id: string) => found(await communities.groupSubject(db, id))
  const prepareImage = async (db: Db, actor: Actor, file: UploadedFile | undefined) => {
    if (!file) throw new Problem('invalid', { fields: { file: 'form.required' } })
    return saveImage(db, store, await readImage(file.bytes), actor)
  }
  const setPhoto = (db: Db, id: string, photoFileId: string | null) =>
    db.updateTable('communityGroup').set({ photoFileId }).where('id', '=', id).execute()

  return [
    serve(communityApi.groups, async ({ db, actor, allow }) => {
      allow()
      return communities.groupsOf(db, actor.visibleServiceIds)
    }),

    serve(communityApi.group, async ({ db, params, query, allow }) => {
      const { _id } = allow(await subject(db, params.id))
      return found(await communities.groupById(db, _id, query.timeZone))
    }),

    serve(communityApi.createGroup, async ({ db, actor, body, allow, announce, audit }) => {
      const { serviceId } = allow({ serviceId: actor.serviceId })
      const id = await createGroup(db, serviceId, body, actor.id)
      await audit({ action: 'group.create', targetKind: 'group', targetId: id, targetName: body.name })
      return written(db, announce, { _id: id, serviceId })
    }),

    serve(communityApi.changeGroup, async ({ db, params, body, allow, announce }) => {
      const group = allow(await subject(db, params.id))
      await changeGroup(db, group, body)
      return written(db, announce, group)
    }),

    serve(communityApi.removeGroup, async ({ db, params, allow, announce, audit }) => {
      const { _id, serviceId, name } = allow(await subject(db, params.id))
      await db.deleteFrom('communityGroup').where('id', '=', _id).execute()
      await announce({ type: 'COMMUNITY_UPDATED', serviceId })
      await audit({ action: 'group.delete', targetKind: 'group', targetId: _id, targetName: name })
      return {}
    }),

    serve(communityApi.setGroupPhoto, {
      prepare: ({ db, actor, files }) => prepareImage(db, actor, files.file),
      handle: async ({ db, params, prepared, allow, announce }) => {
        const group = allow(await subject(db, params.id))
        await setPhoto(db, group._id, prepared.id)
        return written(db, announce, group)
      },
    }),

    serve(communityApi.removeGroupPhoto, async ({ db, params, allow, announce }) => {
      const group = allow(await subject(db, params.id))
      await setPhoto(db, group._id, null)
      return written(db, announce, group)
    }),

    serve(communityApi.candidates, async ({ db, params, query, allow }) =>
      candidatesFor(db, allow(await subject(db, params.id)), query.search),
    ),

    serve(communityApi.addMember, async ({ db, params, body, allow, announce }) => {
      const group = allow(await subject(db, params.id))
      await join(db, group, body)
      return written(db, announce, group)
    }),

    serve(communityApi.removeMember, async ({ db, params, allow, announce }) => {
      const group = allow(await subject(db, params.id))
      if (!(await leave(db, group._id, params.memberId))) throw new Problem('notFound')
      return written(db, announce, group)
    }),

    serve(communityApi.addCriterion, async ({ db, params, body, allow, announce }) => {
      const group = allow(await subject(db, params.id))
      await addCriterion(db, group, body)
      return written(db, announce, group)
    }),

    serve(communityApi.changeCriterion, async ({ db, params, body, allow, announce }) => {
      const group = allow(await subject(db, params.id))
      if (!(await changeCriterion(db, group, params.criterionId, body))) throw new Problem('notFound')
      return written(db, announce, group)
    }),

    serve(communityApi.removeCriterion, async ({ db, params, allow, announce }) => {
      const group = allow(await subject(db, params.id))
      const { numDeletedRows } = await db
        .deleteFrom('criterion')
        .where('id', '=', params.criterionId)
        .where('groupId', '=', group._id)
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw new Problem('notFound')
      return written(db, announce, group)
    }),

    serve(communityApi.setCriterionPhoto, {
      prepare: ({ db, actor, files }) => prepareImage(db, actor, files.file),
      handle: async ({ db, params, prepared, allow, announce }) => {
        const group = allow(await subject(db, params.id))
        if (!(await setCriterionPhoto(db, group._id, params.criterionId, prepared.id))) throw new Problem('notFound')
        return written(db, announce, group)
      },
    }),

    serve(communityApi.removeCriterionPhoto, async ({ db, params, allow, announce }) => {
      const group = allow(await subject(db, params.id))
      if (!(await setCriterionPhoto(db, group._id, params.criterionId, null))) throw new Problem('notFound')
      return written(db, announce, group)
    }),
  ]
}
