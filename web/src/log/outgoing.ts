import { type CallInput, logApi } from '#contract'
import { call } from '../api/call.ts'
import type { Work } from '../api/device/unsent.ts'
import { keepDraft, readDraft } from '../ui/draft.ts'

/** An entry that was written without a line. */
export const ENTRY_WORK = 'log.add'

export type EntryBody = CallInput<typeof logApi.add>['body']
export type KeptEntry = {
  number: number
  entry: EntryBody
  /** What was logged, in the words of its writer. */
  words: string
}

export const keptEntry = (work: Work): KeptEntry => work.body as KeptEntry

export const sendEntry = (work: Work): Promise<unknown> => {
  const { number, entry } = keptEntry(work)
  return call(logApi.add, { params: { number }, body: entry })
}

export const entryDraft = (number: number, recipientId?: string | null) =>
  `log.${number}${recipientId ? `.${recipientId}` : ''}`

/** Puts its words back into the field; false where something else is being written there. */
export const putIntoField = (work: Work): boolean => {
  const { number, entry, words } = keptEntry(work)
  const name = entryDraft(number, entry.recipientId)
  if (readDraft<{ text: string }>(name).text?.trim()) return false
  keepDraft(name, { text: words })
  return true
}
