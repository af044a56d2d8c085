import type { MemberChannel } from '../../platform/delivery/schema.ts'
import { shorten } from '../../platform/kit/text.ts'
import type { Language } from '../../platform/language/language.ts'
import type { NotificationKind } from './api.ts'

type Sentence = { by: string; nobody: string }

/**
 * Texts of notifications in the member's language. In the contract and not in the web, because the server sends them.
 */
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
    shared: { by: 'שיתוף מאת {who}: {name}', nobody: 'שיתוף חדש: {name}' },
    updated: { by: 'עדכון מאת {who}: {name}', nobody: 'עדכון: {name}' },
    archived: { by: 'העברה לארכיון ({who}): {name}', nobody: 'העברה לארכיון: {name}' },
    deleted: { by: 'מחיקה ({who}): {name}', nobody: 'מחיקה: {name}' },
  },
}

const statuses: Record<Language, Record<string, string>> = {
  en: { ALERT: 'ALERT in {name}', ERROR: 'Fault in {name}', OK: 'All clear in {name}' },
  he: { ALERT: 'אזעקה: {name}', ERROR: 'תקלה: {name}', OK: 'חזר לשגרה: {name}' },
}

const fill = (text: string, values: Record<string, string>) => text.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? '')

/** Longer names are truncated: no screen shows more, and push services accept at most 4 kB. */
export const NOTIFICATION_NAME_MAX = 120

const short = (text: string) => shorten(text, NOTIFICATION_NAME_MAX)

export type NotificationText = { name: string; who?: string | undefined; status?: string | undefined }

export const notificationText = (language: Language, kind: NotificationKind, text: NotificationText): string => {
  const values = { name: short(text.name), who: short(text.who ?? '') }
  if (kind === 'status') return fill(statuses[language][text.status ?? ''] ?? '{name}', values)
  const sentence = sentences[language][kind]
  return fill(text.who ? sentence.by : sentence.nobody, values)
}

const many: Record<Language, string> = { en: '{count} new updates', he: '{count} עדכונים חדשים' }

/** Text of a message that replaces several, such as those held back by quiet hours. */
export const manyText = (language: Language, count: number): string => fill(many[language], { count: String(count) })

const channelNames: Record<Language, Record<MemberChannel, string>> = {
  en: { push: 'notification', email: 'e-mail', sms: 'text message' },
  he: { push: 'התראות', email: 'דוא״ל', sms: 'הודעות טקסט' },
}

export const brokenChannelTexts = (broken: MemberChannel, used: MemberChannel): Record<Language, string> => ({
  en: `Sending by ${channelNames.en[broken]} failed. Messages are sent by ${channelNames.en[used]} instead.`,
  he: `השליחה באמצעות ${channelNames.he[broken]} נכשלה. ההודעות נשלחות באמצעות ${channelNames.he[used]}.`,
})

export const backupWarningTexts = (server: string): Record<Language, string> => ({
  en: `Backups of ${server} need attention. See Server settings.`,
  he: `הגיבויים של ${server} דורשים טיפול. הפרטים בהגדרות השרת.`,
})

export const quarantineTexts = (server: string): Record<Language, string> => ({
  en: `${server} couldn’t process some stored data. It keeps retrying, and alarms still work. The server owner can see details in Server settings.`,
  he: `${server}: אי אפשר לעבד חלק מהנתונים השמורים. השרת ינסה שוב מעצמו, והאזעקות ממשיכות לפעול. הפרטים מוצגים לבעל השרת בהגדרות השרת.`,
})

export const clockTexts = (server: string): Record<Language, string> => ({
  en: `The clock of server ${server} has stopped or is failing. Alarms depend on its other servers. See Server settings.`,
  he: `השעון של השרת ${server} נעצר או נכשל. האזעקות תלויות בשרתים האחרים. הפרטים בהגדרות השרת.`,
})

export const pushTestTexts: Record<Language, string> = {
  en: 'Notifications work on this device.',
  he: 'ההתראות פועלות במכשיר הזה.',
}
