import { type Aoi, aoiApi, type CallInput } from '#contract'
import { unsentWork, type Work } from '../api/device/unsent.ts'
import { upload } from '../api/upload.ts'
import { dropDraft, keepDraft, readDraft } from '../ui/forms/draft.ts'
import { keepDraftFile } from '../ui/forms/draft-file.ts'

/** A report or an activity that was made offline. */
export const AOI_WORK = 'aoi.create'

export type AoiBody = CallInput<typeof aoiApi.create>['body']
/** The draft that the form had when it was sent, and its name. Stored on the device with the unsent work. */
export type UnsentDraft = { name: string; kept: object }

export const aoiBody = (work: Work): AoiBody => work.body as AoiBody

/** What its entries and its card need to know of it once it is there: a nonce that was taken is another one now. */
export type ArrivedAoi = { number: number; nonce: string }
const arrivedAs = ({ number, properties }: Aoi): ArrivedAoi => ({ number, nonce: properties.nonce })

/** It carries its own nonce: sent again after a lost answer, it is the same one. */
export const sendAoi = async (work: Work): Promise<ArrivedAoi> =>
  arrivedAs(await upload(aoiApi.create, { body: aoiBody(work), files: { file: work.file } }, () => {}))

/** One that was taken back into its form has arrived from there: the entries that were made for it follow. */
export const releaseEntries = async (nonce: string, aoi: Aoi): Promise<void> => {
  if (!unsentWork().some(({ waitsFor }) => waitsFor === nonce)) return
  const { settle } = await import('../api/device/outgoing.ts')
  await settle(nonce, arrivedAs(aoi))
}

/** Puts it back into its form; false where something else is being written there. */
export const putIntoForm = async ({ draft, file }: Work): Promise<boolean> => {
  const { name, kept } = draft as UnsentDraft
  if (Object.keys(readDraft(name)).length > 0) return false
  dropDraft(name)
  keepDraft(name, kept)
  if (file) await keepDraftFile(name, file)
  return true
}
