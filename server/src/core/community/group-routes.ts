import { type Actor, communityApi, orNotFound, Problem } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { inSnapshot } from '../../platform/db/transaction.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { saveImage } from '../../platform/files/files.ts'
import { readImage } from '../../platform/files/images.ts'
import { type Announce, type AuditLine, serve, type UploadedFile } from '../../platform/http/serve.ts'
import { addCriterion, changeCriterion, changeGroup, createGroup, removeGroup, setCriterionPhoto } from './actions.ts'
import { candidatesFor, join, leave } from './people.ts'
import * as communities from './queries.ts'

type Subject = { _id: string; serviceId: string; name: string }

type Work = { db: Db; announce: Announce; audit: AuditLine }

const finishWrite = async (
  { db, announce, audit }: Work,
  { _id, serviceId, name }: Subject,
  what: Pick<Parameters<AuditLine>[0], 'action' | 'detail'>,
) => {
  await announce({ type: 'COMMUNITY_UPDATED', serviceId })
  await audit({ ...what, targetKind: 'group', targetId: _id, targetName: name })
  return orNotFound(await communities.groupById(db, _id))
}
const auditOfEdit = (...changed: string[]) => ({ action: 'group.edit', detail: { changed } })

export const groupRoutes = ({ store }: { store: FileStore }) => {
  const subject = async (db: Db, id: string) => orNotFound(await communities.groupSubject(db, id))
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
      // One snapshot, so that the number of members fits their list.
      return orNotFound(await inSnapshot(db, (snapshot) => communities.groupById(snapshot, _id, query.timeZone)))
    }),

    serve(communityApi.createGroup, async ({ actor, body, allow, ...work }) => {
      const { serviceId } = allow({ serviceId: actor.serviceId })
      const id = await createGroup(work.db, serviceId, body, actor.id)
      return finishWrite(work, { _id: id, serviceId, name: body.name }, { action: 'group.create' })
    }),

    serve(communityApi.changeGroup, async ({ params, body, allow, ...work }) => {
      const group = allow(await subject(work.db, params.id))
      await changeGroup(work.db, group, body)
      return finishWrite(work, { ...group, name: body.name ?? group.name }, auditOfEdit(...Object.keys(body)))
    }),

    serve(communityApi.removeGroup, async ({ db, params, allow, announce, audit }) => {
      const { _id, serviceId, name } = allow(await subject(db, params.id))
      await removeGroup(db, _id)
      await announce({ type: 'COMMUNITY_UPDATED', serviceId })
      await audit({ action: 'group.delete', targetKind: 'group', targetId: _id, targetName: name })
      return {}
    }),

    serve(communityApi.setGroupPhoto, {
      prepare: ({ db, actor, files }) => prepareImage(db, actor, files.file),
      handle: async ({ params, prepared, allow, ...work }) => {
        const group = allow(await subject(work.db, params.id))
        await setPhoto(work.db, group._id, prepared.id)
        return finishWrite(work, group, auditOfEdit('photo'))
      },
    }),

    serve(communityApi.removeGroupPhoto, async ({ params, allow, ...work }) => {
      const group = allow(await subject(work.db, params.id))
      await setPhoto(work.db, group._id, null)
      return finishWrite(work, group, auditOfEdit('photo'))
    }),

    serve(communityApi.candidates, async ({ db, params, query, allow }) =>
      candidatesFor(db, allow(await subject(db, params.id)), query.search),
    ),

    serve(communityApi.addMember, async ({ params, body, allow, ...work }) => {
      const group = allow(await subject(work.db, params.id))
      await join(work.db, group, body)
      return finishWrite(work, group, auditOfEdit('members'))
    }),

    serve(communityApi.removeMember, async ({ params, allow, ...work }) => {
      const group = allow(await subject(work.db, params.id))
      if (!(await leave(work.db, group._id, params.memberId))) throw new Problem('notFound')
      return finishWrite(work, group, auditOfEdit('members'))
    }),

    serve(communityApi.addCriterion, async ({ params, body, allow, ...work }) => {
      const group = allow(await subject(work.db, params.id))
      await addCriterion(work.db, group, body)
      return finishWrite(work, group, auditOfEdit('criteria'))
    }),

    serve(communityApi.changeCriterion, async ({ params, body, allow, ...work }) => {
      const group = allow(await subject(work.db, params.id))
      if (!(await changeCriterion(work.db, group, params.criterionId, body))) throw new Problem('notFound')
      return finishWrite(work, group, auditOfEdit('criteria'))
    }),

    serve(communityApi.removeCriterion, async ({ params, allow, ...work }) => {
      const group = allow(await subject(work.db, params.id))
      const { numDeletedRows } = await work.db
        .deleteFrom('criterion')
        .where('id', '=', params.criterionId)
        .where('groupId', '=', group._id)
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw new Problem('notFound')
      return finishWrite(work, group, auditOfEdit('criteria'))
    }),

    serve(communityApi.setCriterionPhoto, {
      prepare: ({ db, actor, files }) => prepareImage(db, actor, files.file),
      handle: async ({ params, prepared, allow, ...work }) => {
        const group = allow(await subject(work.db, params.id))
        if (!(await setCriterionPhoto(work.db, group._id, params.criterionId, prepared.id)))
          throw new Problem('notFound')
        return finishWrite(work, group, auditOfEdit('criteria'))
      },
    }),

    serve(communityApi.removeCriterionPhoto, async ({ params, allow, ...work }) => {
      const group = allow(await subject(work.db, params.id))
      if (!(await setCriterionPhoto(work.db, group._id, params.criterionId, null))) throw new Problem('notFound')
      return finishWrite(work, group, auditOfEdit('criteria'))
    }),
  ]
}
