import { type Aoi, aoiApi, type CallInput } from '#contract'
import { type OutgoingRequest, outgoingRequests } from '../../api/device/unsent.ts'
import { upload } from '../../api/upload.ts'
import { dropDraft, keepDraft, readDraft } from '../../ui/forms/draft.ts'
import { keepDraftFile } from '../../ui/forms/draft-file.ts'

export const AOI_REQUEST = 'aoi.create'

export type AoiBody = CallInput<typeof aoiApi.create>['body']
/** The draft that the form had when it was sent, and its name. Stored on the device with the outgoing request. */
export type UnsentDraft = { name: string; kept: object }

export const aoiBody = (request: OutgoingRequest): AoiBody => request.body as AoiBody

/** Result of a sent report; its nonce differs if the first was taken. */
export type ArrivedAoi = { id: string; number: number; nonce: string }
const arrivedAs = ({ _id, number, properties }: Aoi): ArrivedAoi => ({ id: _id, number, nonce: properties.nonce })

/** The body contains its nonce, so that a repeat creates nothing. */
export const sendAoi = async (request: OutgoingRequest): Promise<ArrivedAoi> =>
  arrivedAs(await upload(aoiApi.create, { body: aoiBody(request), files: { file: request.file } }, () => {}))

/** An AOI was saved from its form, so entries waiting for it are released. */
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
