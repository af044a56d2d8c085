import { type Actor, coverApi, may, orNotFound, Problem } from '#contract'
import { coverNoticeWords } from '../../alarms/escalation/notices.ts'
import { coverAoiWords, coverEntryWords, replaceAoiImage, replaceEntryPhoto } from '../../core/aoi/cover.ts'
import { recordAoiChange } from '../../core/aoi/record-change.ts'
import * as aois from '../../core/aoi/subject.ts'
import { coverWaitingWords } from '../../messaging/notification/actions.ts'
import type { Db } from '../../platform/db/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { removeDetachedFile, saveCovered } from '../../platform/files/files.ts'
import { type Announce, type Route, serve } from '../../platform/http/serve.ts'
import { coverPublicText } from '../board/actions.ts'
import { coverHeldWords, noteCover, replaceHeldImage } from '../review/cover.ts'
import { announceReview } from '../review/notify.ts'
import { familyOf, lastCoveredAt, missingFiles, photoByToken, reportById } from './queries.ts'

type Covering = { db: Db; actor: Actor; announce: Announce }
type CoveredThing = { serviceId: string; aoiId?: string | undefined; what: 'photoCovered' | 'wordsCovered' }

const announceCover = async (
  { db, actor, announce }: Covering,
  { serviceId, aoiId, what }: CoveredThing,
  files: string[],
): Promise<void> => {
  await noteCover(db, serviceId)
  if (aoiId) await recordAoiChange(db, aoiId, actor, { what }, { isNotified: false })
  const memberIds = aoiId ? await aois.sharedWith(db, aoiId) : []
  await announce({ type: 'CONTENT_COVERED', serviceId, files }, { memberIds })
  await announceReview(db, announce, serviceId)
}

/** Redacts faces, number plates and words. `pool` is used after the commit. */
export const coverRoutes = ({
  store,
  pool,
}: {
  store: FileStore
  pool: Parameters<typeof removeDetachedFile>[0]
}): Route[] => [
  serve(coverApi.photo, {
    prepare: async ({ db, actor, body: { file: token, strokes } }) => {
      const photo = await photoByToken(db, token)
      if (!photo || !may(actor, 'report.review', photo)) return undefined
      return saveCovered(db, store, { token, serviceId: photo.serviceId }, strokes)
    },
    handle: async ({ db, actor, body: { file: token }, prepared: covered, allow, announce, audit, afterCommit }) => {
      const { fileId, serviceId, number, aoiId } = allow(orNotFound(await photoByToken(db, token)))
      // `prepare` found no photo or no right, which has changed since.
      if (!covered) throw new Problem('conflict')
      const change = { from: fileId, to: covered.id }
      const isReplaced =
        (await replaceHeldImage(db, change)) ||
        (await replaceAoiImage(db, change)) ||
        (await replaceEntryPhoto(db, change))
      if (!isReplaced) throw new Problem('conflict')
      await announceCover({ db, actor, announce }, { serviceId, aoiId, what: 'photoCovered' }, [token])
      await audit({ action: 'report.coverPhoto', targetKind: 'report', detail: { reports: `#${number}` } })
      // Housekeeping repeats the removal if it fails or a backup is running.
      afterCommit(() => removeDetachedFile(pool, store, fileId).catch(() => undefined))
      return { photo: covered.url }
    },
  }),

  serve(coverApi.words, async ({ db, actor, params: { id }, body: { words }, allow, announce, audit }) => {
    const { serviceId, number, isEvent } = allow(orNotFound(await reportById(db, id)))
    const ids = await familyOf(db, id)
    await coverHeldWords(db, ids, words)
    await coverAoiWords(db, ids, words)
    await coverEntryWords(db, ids, words)
    await coverPublicText(db, ids, words)
    await coverWaitingWords(db, ids, words)
    await coverNoticeWords(db, ids, words)
    await announceCover(
      { db, actor, announce },
      { serviceId, aoiId: isEvent ? id : undefined, what: 'wordsCovered' },
      [],
    )
    await audit({ action: 'report.coverWords', targetKind: 'report', detail: { reports: `#${number}` } })
    return {}
  }),

  serve(coverApi.check, async ({ db, actor, body: { files }, allow }) => {
    allow()
    return { missing: await missingFiles(db, files), coveredAt: await lastCoveredAt(db, actor) }
  }),
]
