import { type Aoi, aoiApi, type CallInput } from '#contract'
import { type OutgoingRequest, outgoingRequests } from '../../api/device/unsent.ts'
import { upload } from '../../api/upload.ts'
import { dropDraft, keepDraft, readDraft } from '../../ui/forms/draft.ts'
import { keepDraftFile } from '../../ui/forms/draft-file.ts'

export const AOI_REQUEST = 'aoi.create'

export type AoiBody = CallInput<typeof aoiApi.create>['body']
/** Name and contents of the form's draft at the time of sending. Stored on the device with the outgoing request. */
export type UnsentDraft = { name: string; kept: object }

export const aoiBody = (request: OutgoingRequest): AoiBody => request.body as AoiBody

/** The AOI that a sent report created. Its nonce differs from the request's if that was taken. */
export type ArrivedAoi = { id: string; number: number; nonce: string }
const arrivedAs = ({ _id, number, properties }: Aoi): ArrivedAoi => ({ id: _id, number, nonce: properties.nonce })

/** Sends a new AOI. The nonce in its body makes repeats idempotent. */
export const sendAoi = async (request: OutgoingRequest): Promise<ArrivedAoi> =>
  arrivedAs(await upload(aoiApi.create, { body: aoiBody(request), files: { file: request.file } }, () => {}))

/** Releases log entries that wait for an AOI, once that AOI was saved from its form. */
export const releaseEntries = async (nonce: string, aoi: Aoi): Promise<void> => {
  if (!outgoingRequests().some(({ waitsFor }) => waitsFor === nonce)) return
  const { settle } = await import('../../api/device/outgoing.ts')
  await settle(nonce, arrivedAs(aoi))
}

export const putIntoForm = async ({ draft, file }: OutgoingRequest): Promise<boolean> => {
  const { name, kept } = draft as UnsentDraft
  if (Object.keys(readDraft(name)).length > 0) return false
  dropDraft(name)
  keepDraft(name, kept)
  if (file) await keepDraftFile(name, file)
  return true
}
