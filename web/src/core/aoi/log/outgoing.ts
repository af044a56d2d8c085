import { type CallInput, logApi } from '#contract'
import { call } from '../../../api/call.ts'
import type { OutgoingRequest } from '../../../api/device/unsent.ts'
import { type OnProgress, upload } from '../../../api/upload.ts'
import { keepDraft, readDraft } from '../../../ui/forms/draft.ts'
import { keepDraftFile, readDraftFile } from '../../../ui/forms/draft-file.ts'

export const ENTRY_REQUEST = 'log.add'

export type EntryBody = CallInput<typeof logApi.add>['body']

export type Subject = { number: number } | { nonce: string }

export type OutgoingEntry = Subject & {
  entry: EntryBody
  words: string
}

export const entryOf = (request: OutgoingRequest): OutgoingEntry => request.body as OutgoingEntry

/** The subject with the AOI's number, if the server has accepted the AOI since the entry was written. */
const subjectOf = (request: OutgoingRequest): Subject => {
  const stored = entryOf(request)
  return 'number' in stored ? stored : ((request.known as { number: number } | undefined) ?? stored)
}

export const isAbout = (request: OutgoingRequest, subject: Subject): boolean => {
  const its = subjectOf(request)
  if ('number' in its && 'number' in subject) return its.number === subject.number
  return 'nonce' in its && 'nonce' in subject && its.nonce === subject.nonce
}

const formOf = ({ params = [], keywords = [], restricted = true, sendNotification = true, ...entry }: EntryBody) => ({
  ...entry,
  params: JSON.stringify(params),
  keywords: JSON.stringify(keywords),
  restricted: String(restricted),
  sendNotification: String(sendNotification),
  recipientId: entry.recipientId ?? undefined,
})

type NewEntry = { number: number; entry: EntryBody; photo: File | null | undefined; onProgress?: OnProgress }

export const postEntry = ({ number, entry, photo, onProgress = () => {} }: NewEntry) =>
  photo
    ? upload(logApi.addPhoto, { params: { number }, body: formOf(entry), files: { file: photo } }, onProgress)
    : call(logApi.add, { params: { number }, body: entry })

export const sendEntry = async (request: OutgoingRequest): Promise<void> => {
  const subject = subjectOf(request)
  if (!('number' in subject)) throw new Error('the event of this entry was not sent yet')
  await postEntry({ number: subject.number, entry: entryOf(request).entry, photo: request.file })
}

export const entryDraft = (subject: Subject, recipientId?: string | null) =>
  `log.${'number' in subject ? subject.number : `device.${subject.nonce}`}${recipientId ? `.${recipientId}` : ''}`

/** Puts text and photo back into the input; returns false if the input contains another entry. */
export const putIntoField = async (request: OutgoingRequest): Promise<boolean> => {
  const { entry, words } = entryOf(request)
  const name = entryDraft(subjectOf(request), entry.recipientId)
  if (readDraft<{ text: string }>(name).text?.trim() || readDraftFile(name)) return false
  // `entry.text` comes first: it is empty for a photo without text, for which `words` is a description.
  keepDraft(name, { text: entry.text ?? words })
  if (request.file) await keepDraftFile(name, request.file)
  return true
}
