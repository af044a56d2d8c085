import { aoiApi, newAoiSubject } from '#contract'
import { serve } from '../../../platform/http/serve.ts'
import { acceptedType } from '../accepted-type.ts'
import { details } from '../details.ts'
import { type DraftTools, missingAddress, saveUpload } from '../draft.ts'
import { receiveReport } from './receive.ts'

export const reportRoute = ({ store, addressOf }: DraftTools) =>
  serve(aoiApi.create, {
    prepare: async ({ db, actor, body, files }) => ({
      image: await saveUpload(db, store, actor, files.file),
      address: await missingAddress(db, addressOf, actor, body),
    }),
    handle: async ({ db, actor, body, prepared: { image, address }, allow }) => {
      const serviceId = body.serviceId ?? actor.serviceId
      const { kind } = allow(newAoiSubject(body, serviceId))
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
        ...(body.sameAs && { mergeInto: { id: body.sameAs, by: actor } }),
      }
      const reported =
        kind === 'event'
          ? { kind, type: await acceptedType(db, actor.id, { ...report, hasImage: image !== undefined }) }
          : { kind }
      return details(db, actor, await receiveReport(db, report, reported))
    },
  })
