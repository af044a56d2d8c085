import type { Language } from '../../platform/language/language.ts'

const texts = {
  noSpace: {
    en: 'There isn’t enough disk space.',
    he: 'אין מספיק מקום בדיסק.',
  },
  noAccess: {
    en: 'The server may not access the backup location. Check its permissions or keys.',
    he: 'לשרת אין הרשאת גישה למיקום הגיבויים. בדקו את ההרשאות או את המפתחות.',
  },
  placeMissing: {
    en: 'The backup location doesn’t exist.',
    he: 'מיקום הגיבויים לא קיים.',
  },
  placeAway: {
    en: 'The backup location isn’t responding.',
    he: 'מיקום הגיבויים לא מגיב.',
  },
  databaseAway: {
    en: 'The database was unavailable.',
    he: 'מסד הנתונים לא היה זמין.',
  },
  noPassphrase: {
    en: 'The backup is encrypted. Enter its passphrase, or set COHESION_BACKUP_PASSPHRASE.',
    he: 'הגיבוי מוצפן. הקלידו את ביטוי הסיסמה שלו או הגדירו COHESION_BACKUP_PASSPHRASE.',
  },
  wrongPassphrase: {
    en: 'The passphrase is wrong, or the backup is damaged.',
    he: 'ביטוי הסיסמה שגוי, או שהגיבוי פגום.',
  },
  damaged: {
    en: 'The backup is damaged or isn’t a Cohesion backup.',
    he: 'הגיבוי פגום או שאינו גיבוי של Cohesion.',
  },
  newer: {
    en: 'The backup was made by a newer version. Restore it with that version.',
    he: 'הגיבוי נוצר בגרסה חדשה יותר. שחזרו אותו באותה גרסה.',
  },
  inUse: {
    en: 'Another restore or server is using the database. Stop it, then try again.',
    he: 'שחזור או שרת אחר משתמש במסד הנתונים. עצרו אותו ונסו שוב.',
  },
  oneService: {
    en: 'The backup contains a single service. Import it with npm run service.',
    he: 'הגיבוי מכיל שירות אחד בלבד. ייבאו אותו באמצעות npm run service.',
  },
  unknown: {
    en: 'Unexpected error. See the server log.',
    he: 'שגיאה לא צפויה. הפרטים נמצאים ביומן השרת.',
  },
} satisfies Record<string, Record<Language, string>>

export type BackupProblem = keyof typeof texts

const isBackupProblem = (text: string): text is BackupProblem => Object.hasOwn(texts, text)

/** Text of a problem. Versions before 1.2 stored English sentences instead of codes; they are returned unchanged. */
export const backupProblemText = (problem: string, language: Language): string =>
  isBackupProblem(problem) ? texts[problem][language] : problem
