import { orNotFound, Problem, visitorApi } from '#contract'
import { archive, unarchive } from '../../core/aoi/lifecycle.ts'
import { addVisitorChange, addVisitorEntry } from '../../core/aoi/log/actions.ts'
import { recordAoiChange, refreshState } from '../../core/aoi/record-change.ts'
import type { Db } from '../../platform/db/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { saveImage } from '../../platform/files/files.ts'
import { readImage } from '../../platform/files/images.ts'
import { type Client, type Route, serve } from '../../platform/http/serve.ts'
import { withdrawHeldReport } from '../review/actions.ts'
import { heldPhotoSubject, holdPhoto } from '../review/additions.ts'
import { followPageOf, ownReport, type PageOptions } from './follow.ts'
import { lockVisitor, openFollowAddress, visitorName } from './identity.ts'
import { guardAnswer, guardPhoto } from './limits.ts'
import type * as visitors from './queries.ts'

type Sender = { follow: string; aoiId: string }

/** Returns the visitor of a follow address, and charges one message to its limits. */
const beginAnswer = async (db: Db, { follow }: Sender, client: Client): Promise<visitors.Visitor> => {
  const visitor = await openFollowAddress(db, follow, client)
  await guardAnswer(db, { follow, address: client.address })
  return visitor
}

const personOf = (visitor: visitors.Visitor) => ({ id: visitor.id, name: visitorName(visitor) })

export const feedbackRoutes = ({ store, page }: { store: FileStore; page: PageOptions }): Route[] => [
  serve(visitorApi.addPhoto, {
    thing: ({ body }) => body.aoiId,
    /** The photo is read after all checks, because reading it costs most. */
    prepare: async ({ db, body, files: { file }, client }) => {
      const visitor = await openFollowAddress(db, body.follow, client)
      await guardPhoto(db, { follow: body.follow, address: client.address })
      if (!file) throw new Problem('invalid', { fields: { file: 'form.required' } })
      if (!(await heldPhotoSubject(db, visitor.id, body.aoiId))) orNotFound(await ownReport(db, visitor.id, body.aoiId))
      const image = await readImage(file.bytes, { from: 'visitor' })
      return { visitor, photo: { ...(await saveImage(db, store, image, visitor)), bytes: file.bytes } }
    },
    handle: async ({ db, body, prepared: { visitor, photo }, allow, announce }) => {
      allow()
      await lockVisitor(db, visitor)
      const held = await heldPhotoSubject(db, visitor.id, body.aoiId)
      const aoi = await ownReport(db, visitor.id, body.aoiId)
      if (aoi?.isArchived) throw new Problem('archived')
      const { text, nonce } = body
      if (held) await holdPhoto(db, announce, held, { visitorId: visitor.id, text, nonce, photo })
      else {
        const { id } = orNotFound(aoi)
        const entry = {
          aoiId: id,
          reportId: body.aoiId,
          visitor: personOf(visitor),
          text,
          nonce,
          recipientId: null,
          photo,
        }
        if (await addVisitorEntry(db, entry)) {
          await refreshState(db, id)
          await recordAoiChange(db, id, null)
        }
      }
      return followPageOf(db, visitor, page)
    },
  }),

  serve(visitorApi.close, {
    thing: ({ body }) => body.aoiId,
    prepare: ({ db, body, client }) => beginAnswer(db, body, client),
    handle: async ({ db, body, prepared: visitor, allow, announce }) => {
      allow()
      await lockVisitor(db, visitor)
      if (await withdrawHeldReport(db, announce, { visitorId: visitor.id, id: body.aoiId }))
        return followPageOf(db, visitor, page)
      const aoi = orNotFound(await ownReport(db, visitor.id, body.aoiId))
      if (aoi.isArchived || aoi.isClosed) return followPageOf(db, visitor, page)
      // An event with other reporters or on which members have worked stays open; the team sees the withdrawal.
      if (aoi.isUntouched) await archive(db, aoi.id, null)
      await addVisitorChange(db, { aoiId: aoi.id, reportId: body.aoiId }, personOf(visitor), 'reporterClosed')
      await recordAoiChange(db, aoi.id, null)
      return followPageOf(db, visitor, page)
    },
  }),

  serve(visitorApi.rate, {
    thing: ({ body }) => body.aoiId,
    prepare: ({ db, body, client }) => beginAnswer(db, body, client),
    handle: async ({ db, body: { aoiId, feedback, text, nonce }, prepared: visitor, allow }) => {
      allow()
      await lockVisitor(db, visitor)
      const aoi = orNotFound(await ownReport(db, visitor.id, aoiId))
      // The request is a repeat.
      if (!aoi.canRate) return followPageOf(db, visitor, page)
      const isSolved = feedback === 'thanks'
      // Feedback on a merged report is a message to the team and does not reopen the main event.
      if (!isSolved && !aoi.isMerged) await unarchive(db, aoi.id)
      const thread = { aoiId: aoi.id, reportId: aoiId }
      await addVisitorChange(db, thread, personOf(visitor), isSolved ? 'reporterThanked' : 'reporterUnsolved')
      if (text !== '')
        await addVisitorEntry(db, { ...thread, visitor: personOf(visitor), text, nonce, recipientId: null })
      await refreshState(db, aoi.id)
      await recordAoiChange(db, aoi.id, null)
      return followPageOf(db, visitor, page)
    },
  }),
]
