import { type CallInput, logApi } from '#contract'
import { call } from '../api/call.ts'
import type { OutgoingRequest } from '../api/device/unsent.ts'
import { keepDraft, readDraft } from '../ui/forms/draft.ts'

/** The kind of an outgoing request that adds a log entry. */
export const ENTRY_REQUEST = 'log.add'

export type EntryBody = CallInput<typeof logApi.add>['body']

/** The AOI of an entry: its number, or its nonce while the AOI is only on this device. */
export type Subject = { number: number } | { nonce: string }

export type OutgoingEntry = Subject & {
  entry: EntryBody
  /** The text shown while it waits. Stored: do not rename. */
  words: string
}

export const entryOf = (request: OutgoingRequest): OutgoingEntry => request.body as OutgoingEntry

/** The AOI may have been accepted meanwhile and have a number now. */
const subjectOf = (request: OutgoingRequest): Subject => {
  const stored = entryOf(request)
  return 'number' in stored ? stored : ((request.known as { number: number } | undefined) ?? stored)
}

export const isAbout = (request: OutgoingRequest, subject: Subject): boolean => {
  const its = subjectOf(request)
  if ('number' in its && 'number' in subject) return its.number === subject.number
  return 'nonce' in its && 'nonce' in subject && its.nonce === subject.nonce
}

export const sendEntry = async (request: OutgoingRequest): Promise<void> => {
  const subject = subjectOf(request)
  if (!('number' in subject)) throw new Error('what it is about has not arrived')
  await call(logApi.add, { params: { number: subject.number }, body: entryOf(request).entry })
}

export const entryDraft = (subject: Subject, recipientId?: string | null) =>
  `log.${'number' in subject ? subject.number : `device.${subject.nonce}`}${recipientId ? `.${recipientId}` : ''}`

/** Puts the text back into the input; false if another entry is being written. */
export const putIntoField = (request: OutgoingRequest): boolean => {
  const { entry, words } = entryOf(request)
  const name = entryDraft(subjectOf(request), entry.recipientId)
  if (readDraft<{ text: string }>(name).text?.trim()) return false
  keepDraft(name, { text: words })
  return true
}
