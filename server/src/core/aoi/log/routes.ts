import { type Actor, logApi, may, type NewLogEntry, orNotFound, Problem, type RoleAction } from '#contract'
import * as notifications from '../../../messaging/notification/actions.ts'
import { callForEntry } from '../../../messaging/webhook/actions.ts'
import * as roles from '../../../people/role/queries.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { saveImage } from '../../../platform/files/files.ts'
import { readImage } from '../../../platform/files/images.ts'
import { serve, type UploadedFile } from '../../../platform/http/serve.ts'
import * as actions from '../../action/queries.ts'
import { recordAoiChange, refreshState } from '../record-change.ts'
import * as shares from '../share/queries.ts'
import { subject } from '../subject.ts'
import { addEntry, checkRecipient, type EntryPhoto } from './actions.ts'
import * as logs from './queries.ts'

const offeredTo = async (db: Db, actor: Actor): Promise<RoleAction[]> => {
  const roleId = await roles.roleIdOf(db, actor.id)
  return roleId ? ((await roles.withActions(db, roleId))?.actions ?? []) : []
}

const autoShare = async (db: Db, aoiId: string, actionId: string | undefined, actor: Actor) => {
  const roleId = actionId && (await actions.autoShareRole(db, actionId))
  if (!roleId) return
  const memberIds = await shares.membersOfRole(db, roleId, actor.id)
  const opened = await shares.open(db, { aoiId, memberIds, sharedBy: actor.id, source: 'action' })
  if (opened.length === 0) return
  await logs.recordChange(db, aoiId, null, { what: 'autoShared', names: opened.map(({ name }) => name) })
  await notifications.notifyMembers(db, { kind: 'shared', aoiId, by: actor, memberIds: opened.map(({ id }) => id) })
}

type LoggedAoi = NonNullable<Awaited<ReturnType<typeof subject>>>

/** Returns the main event of a merged report, because entries are written on the main event. */
const subjectOf = (db: Db, actor: Actor, params: { number: number }, { forUpdate = false } = {}) =>
  subject(db, actor, params, { forUpdate, toMain: true })

type Writing = { aoi: LoggedAoi; actor: Actor; entry: NewLogEntry; photo?: EntryPhoto }

const write = async (db: Db, { aoi, actor, entry, photo }: Writing) => {
  if (aoi.isArchived) throw new Problem('archived')
  await checkRecipient(db, aoi._id, entry.recipientId)
  const offered = entry.type === 'action' ? await offeredTo(db, actor) : []
  const { id, isNew } = await addEntry(db, aoi._id, entry, { author: actor, offered, photo })
  if (isNew) {
    if (entry.type === 'action') await autoShare(db, aoi._id, entry.params[0], actor)
    await refreshState(db, aoi._id)
    await recordAoiChange(db, aoi._id, actor, undefined, { isNotified: entry.sendNotification })
    await callForEntry(db, id)
  }
  return logs.byId(db, id)
}

const savePhoto = async (
  db: Db,
  store: FileStore,
  { actor, params, file }: { actor: Actor; params: { number: number }; file: UploadedFile | undefined },
): Promise<EntryPhoto | undefined> => {
  const aoi = await subjectOf(db, actor, params)
  if (!aoi || !may(actor, 'aoi.log', aoi)) return undefined
  if (!file) throw new Problem('invalid', { fields: { file: 'form.required' } })
  const { id } = await saveImage(db, store, await readImage(file.bytes), aoi)
  return { id, bytes: file.bytes }
}

export const logRoutes = ({ store }: { store: FileStore }) => [
  serve(logApi.add, async ({ db, actor, params, body, allow }) => {
    const aoi = allow(orNotFound(await subjectOf(db, actor, params, { forUpdate: true })))
    return write(db, { aoi, actor, entry: body })
  }),

  serve(logApi.addPhoto, {
    prepare: ({ db, actor, params, files }) => savePhoto(db, store, { actor, params, file: files.file }),
    handle: async ({ db, actor, params, body, prepared: photo, allow }) => {
      const aoi = allow(orNotFound(await subjectOf(db, actor, params, { forUpdate: true })))
      // `prepare` stored no photo, because the right was granted after it ran.
      if (!photo) throw new Problem('conflict')
      return write(db, { aoi, actor, entry: body, photo })
    },
  }),
]
