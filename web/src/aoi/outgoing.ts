import { aoiApi, type CallInput } from '#contract'
import type { Work } from '../api/device/unsent.ts'
import { upload } from '../api/upload.ts'
import { dropDraft, keepDraft, readDraft } from '../ui/draft.ts'
import { keepDraftFile } from '../ui/draft-file.ts'

/** A report or an activity that was made without a line. */
export const AOI_WORK = 'aoi.create'

export type AoiBody = CallInput<typeof aoiApi.create>['body']
/** The form as it was sent: under which name it is kept, and what it then holds. */
export type AoiDraftKept = { name: string; kept: object }

export const aoiBody = (work: Work): AoiBody => work.body as AoiBody

/** It carries its own nonce: sent again after a lost answer, it is the same one. */
export const sendAoi = (work: Work): Promise<unknown> =>
  upload(aoiApi.create, { body: aoiBody(work), files: { file: work.file } }, () => {})

/** Puts it back into its form; false where something else is being written there. */
export const putIntoForm = async ({ draft, file }: Work): Promise<boolean> => {
  const { name, kept } = draft as AoiDraftKept
  if (Object.keys(readDraft(name)).length > 0) return false
  dropDraft(name)
  keepDraft(name, kept)
  if (file) await keepDraftFile(name, file)
  return true
}
