import { type CallInput, logApi } from '#contract'
import { call } from '../api/call.ts'
import type { OutgoingRequest } from '../api/device/unsent.ts'
import { keepDraft, readDraft } from '../ui/forms/draft.ts'

/** An entry that was written without a line. */
export const ENTRY_REQUEST = 'log.add'

export type EntryBody = CallInput<typeof logApi.add>['body']

/** What an entry is about: by its number, or by its nonce as long as it is on this device only and has none. */
export type Subject = { number: number } | { nonce: string }

export type KeptEntry = Subject & {
  entry: EntryBody
  /** What was logged, in the words of its writer. */
  words: string
}

export const keptEntry = (request: OutgoingRequest): KeptEntry => request.body as KeptEntry

/** By now it may be with the server, and have a number there. */
const subjectOf = (request: OutgoingRequest): Subject => {
  const kept = keptEntry(request)
  return 'number' in kept ? kept : ((request.known as { number: number } | undefined) ?? kept)
}

export const isAbout = (request: OutgoingRequest, subject: Subject): boolean => {
  const its = subjectOf(request)
  if ('number' in its && 'number' in subject) return its.number === subject.number
  return 'nonce' in its && 'nonce' in subject && its.nonce === subject.nonce
}

export const sendEntry = async (request: OutgoingRequest): Promise<void> => {
  const subject = subjectOf(request)
  if (!('number' in subject)) throw new Error('what it is about has not arrived')
  await call(logApi.add, { params: { number: subject.number }, body: keptEntry(request).entry })
}

export const entryDraft = (subject: Subject, recipientId?: string | null) =>
  `log.${'number' in subject ? subject.number : `device.${subject.nonce}`}${recipientId ? `.${recipientId}` : ''}`

/** Puts its words back into the field; false where something else is being written there. */
export const putIntoField = (request: OutgoingRequest): boolean => {
  const { entry, words } = keptEntry(request)
  const name = entryDraft(subjectOf(request), entry.recipientId)
  if (readDraft<{ text: string }>(name).text?.trim()) return false
  keepDraft(name, { text: words })
  return true
}
