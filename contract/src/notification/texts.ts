import type { Language } from '../schema.ts'
import type { NotificationKind } from './api.ts'

type Sentence = { by: string; nobody: string }

/** Of what devices are told, in the member's language: the server sends these, so they are not with the web's texts. */
const sentences: Record<Language, Record<Exclude<NotificationKind, 'status'>, Sentence>> = {
  en: {
    created: { by: '{who} reported: {name}', nobody: 'New report: {name}' },
    shared: { by: '{who} shared with you: {name}', nobody: 'Shared with you: {name}' },
    updated: { by: '{who} updated: {name}', nobody: 'Updated: {name}' },
    archived: { by: '{who} archived: {name}', nobody: 'Archived: {name}' },
    deleted: { by: '{who} deleted: {name}', nobody: 'Deleted: {name}' },
  },
  he: {
    created: { by: 'דיווח חדש מאת {who}: {name}', nobody: 'דיווח חדש: {name}' },
    shared: { by: 'שותף איתך על ידי {who}: {name}', nobody: 'שותף איתך: {name}' },
    updated: { by: 'עדכון מאת {who}: {name}', nobody: 'עדכון: {name}' },
    archived: { by: 'הועבר לארכיון על ידי {who}: {name}', nobody: 'הועבר לארכיון: {name}' },
    deleted: { by: 'נמחק על ידי {who}: {name}', nobody: 'נמחק: {name}' },
  },
}

const statuses: Record<Language, Record<string, string>> = {
  en: { ALERT: 'ALERT in {name}', ERROR: 'Fault in {name}', OK: 'All clear in {name}' },
  he: { ALERT: 'אזעקה: {name}', ERROR: 'תקלה: {name}', OK: 'חזר לשגרה: {name}' },
}

const fill = (text: string, values: Record<string, string>) => text.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? '')

/** Longer names do not fit on any screen, and a push service takes 4 kB at most. */
export const LONGEST_TOLD = 120

const short = (text: string) => (text.length > LONGEST_TOLD ? `${text.slice(0, LONGEST_TOLD - 1)}…` : text)

export type Told = { name: string; who?: string | undefined; status?: string | undefined }

export const notificationText = (language: Language, kind: NotificationKind, told: Told): string => {
  const values = { name: short(told.name), who: short(told.who ?? '') }
  if (kind === 'status') return fill(statuses[language][told.status ?? ''] ?? '{name}', values)
  const sentence = sentences[language][kind]
  return fill(told.who ? sentence.by : sentence.nobody, values)
}

/** Several at once, or after quiet hours, become one. */
export const manyText = (language: Language, count: number): string =>
  language === 'he' ? `${count} עדכונים חדשים` : `${count} new updates`
