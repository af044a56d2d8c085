import { type Language, languages } from '../../platform/language/language.ts'

export const mailKinds = [
  'invite',
  'reentry',
  'confirmEmail',
  'emailChanged',
  'passwordChanged',
  'backupTooOld',
  'backupFailed',
  'message',
  'reportCode',
  'reportUpdate',
  'test',
] as const
export type MailKind = (typeof mailKinds)[number]

type MailTemplate = {
  subject: string
  lines: readonly string[]
  button?: string
  after?: readonly string[]
}

/** Texts of e-mails in the receiver's language. In the contract and not in the web, because the server sends them. */
const templates: Record<Language, Record<MailKind, MailTemplate>> = {
  en: {
    invite: {
      subject: '{inviter} invites you to {service}',
      lines: ['{inviter} invites you to join {service} as {role}.'],
      button: 'Open the invitation',
      after: ['The invitation is for one person and expires on {until}. If you didn’t expect it, ignore this message.'],
    },
    reentry: {
      subject: 'Sign in to {server} again',
      lines: [
        'Someone asked for a sign-in link for your account {username}.',
        'The link lets you choose a new password.',
      ],
      button: 'Choose a new password',
      after: [
        'The link works once and expires in one hour. If this wasn’t you, ignore this message; nothing will change.',
      ],
    },
    confirmEmail: {
      subject: 'Confirm your e-mail address',
      lines: ['Confirm that {address} is the e-mail address of your account {username}.'],
      button: 'Confirm the address',
      after: ['The link expires in 24 hours. If you don’t have this account, ignore this message.'],
    },
    emailChanged: {
      subject: 'Your e-mail address was changed',
      lines: [
        'This address no longer belongs to your account {username}.',
        'If this wasn’t you, ask an admin of your service for help now.',
      ],
    },
    passwordChanged: {
      subject: 'Your password was changed',
      lines: [
        'The password of your account {username} was changed, and all other devices were signed out.',
        'If this wasn’t you, ask an admin of your service for help now.',
      ],
    },
    backupTooOld: {
      subject: 'Backups of {server} need attention',
      lines: [
        'The last successful backup of {server} is too old: {age}.',
        'Open Server settings to see why backups fail.',
      ],
      button: 'Open Server settings',
    },
    backupFailed: {
      subject: 'A backup of {server} failed',
      lines: ['The last backup of {server} failed: {reason}', 'Open Server settings to make one now.'],
      button: 'Open Server settings',
    },
    message: { subject: '{text}', lines: ['{text}'], button: 'Open Cohesion' },
    reportCode: {
      subject: '{code} is your code for {service}',
      lines: ['To get e-mails about your report, enter this code on its page: {code}'],
      after: [
        'The code expires in 30 minutes. If you didn’t report anything to {service}, ignore this message. You won’t get any more messages.',
      ],
    },
    reportUpdate: {
      subject: '{service}: your report #{number}',
      lines: ['{text}'],
      button: 'Open your report',
      after: [
        'Anyone with this link can read your report and write in your name. To stop these messages, press “Stop e-mails” on that page.',
      ],
    },
    test: {
      subject: 'Test message from {server}',
      lines: ['E-mail from {server} works.'],
    },
  },
  he: {
    invite: {
      subject: 'הזמנה מאת {inviter} להצטרף אל {service}',
      lines: ['קיבלתם הזמנה מאת {inviter} להצטרף אל {service} בתפקיד {role}.'],
      button: 'לפתיחת ההזמנה',
      after: ['ההזמנה מיועדת לאדם אחד ותפוג ב־{until}. אם לא ציפיתם לה, התעלמו מההודעה.'],
    },
    reentry: {
      subject: 'כניסה מחדש אל {server}',
      lines: ['התקבלה בקשה לכניסה מחדש לחשבון {username}.', 'הקישור מאפשר לבחור סיסמה חדשה.'],
      button: 'לבחירת סיסמה חדשה',
      after: ['הקישור תקף לשימוש אחד ויפוג בעוד שעה. אם לא ביקשתם זאת, התעלמו מההודעה; שום דבר לא ישתנה.'],
    },
    confirmEmail: {
      subject: 'אישור כתובת הדוא״ל שלכם',
      lines: ['אשרו שהכתובת {address} שייכת לחשבון {username}.'],
      button: 'לאישור הכתובת',
      after: ['הקישור יפוג בעוד 24 שעות. אם אין לכם חשבון כזה, התעלמו מההודעה.'],
    },
    emailChanged: {
      subject: 'כתובת הדוא״ל שלכם הוחלפה',
      lines: ['הכתובת הזאת אינה שייכת עוד לחשבון {username}.', 'אם לא אתם עשיתם זאת, פנו מיד למנהל בשירות שלכם.'],
    },
    passwordChanged: {
      subject: 'הסיסמה שלכם הוחלפה',
      lines: [
        'הסיסמה של החשבון {username} הוחלפה, וכל המכשירים האחרים נותקו.',
        'אם לא אתם עשיתם זאת, פנו מיד למנהל בשירות שלכם.',
      ],
    },
    backupTooOld: {
      subject: 'הגיבויים של {server} דורשים טיפול',
      lines: ['הגיבוי התקין האחרון של {server} ישן מדי: {age}.', 'פתחו את הגדרות השרת כדי לראות מדוע הגיבויים נכשלים.'],
      button: 'להגדרות השרת',
    },
    backupFailed: {
      subject: 'הגיבוי של {server} נכשל',
      lines: ['הגיבוי האחרון של {server} נכשל: {reason}', 'פתחו את הגדרות השרת כדי לגבות עכשיו.'],
      button: 'להגדרות השרת',
    },
    message: { subject: '{text}', lines: ['{text}'], button: 'לפתיחת Cohesion' },
    reportCode: {
      subject: '{code} הוא הקוד שלכם עבור {service}',
      lines: ['כדי לקבל הודעות על הדיווח שלכם, הזינו בדף הדיווח את הקוד: {code}'],
      after: ['הקוד יפוג בעוד 30 דקות. אם לא דיווחתם אל {service}, התעלמו מההודעה; לא יישלחו הודעות נוספות.'],
    },
    reportUpdate: {
      subject: '{service}: הדיווח שלכם, מספר {number}',
      lines: ['{text}'],
      button: 'לדף הדיווח',
      after: [
        'כל מי שהקישור בידיו יכול לקרוא את הדיווח ולכתוב בשמכם. כדי להפסיק את ההודעות לחצו שם על ״הפסקת ההודעות״.',
      ],
    },
    test: {
      subject: 'הודעת בדיקה מאת {server}',
      lines: ['שליחת דוא״ל מאת {server} פועלת.'],
    },
  },
}

/** Fills in values. In plain text, direction marks isolate names; in HTML, `<bdi>` does. */
const fill = (text: string, values: Record<string, string>, wrap: (value: string) => string): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => wrap(values[name] ?? ''))

const isolate = (value: string) => `\u2068${value}\u2069`

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

export type MailText = { subject: string; text: string; html: string }

/** One mail as text and as HTML. Values are isolated by direction, and escaped in HTML. */
export const mailText = (
  language: Language,
  kind: MailKind,
  values: Record<string, string>,
  link?: string | undefined,
): MailText => {
  const { subject, lines, button, after = [] } = templates[language][kind]
  const plain = (line: string) => fill(line, values, isolate)
  const rich = (line: string) => fill(line, values, (value) => `<bdi>${escapeHtml(value)}</bdi>`)
  const paragraph = (line: string) => `<p style="margin:0 0 16px">${rich(line)}</p>`
  const press =
    link && button
      ? [
          `<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="background:#0b6b75;color:#ffffff;padding:12px 20px;border-radius:8px;text-decoration:none;font-weight:600;display:inline-block">${button}</a></p>`,
          `<p dir="ltr" style="margin:0 0 16px;font-size:13px;color:#57646c;word-break:break-all">${escapeHtml(link)}</p>`,
        ]
      : []
  const body = [...lines.map(paragraph), ...press, ...after.map(paragraph)].join('\n')
  return {
    // Removes line breaks, which would end the header.
    subject: fill(subject, values, (value) => value).replace(/\s+/g, ' '),
    text: [...lines.map(plain), ...(link && button ? [`${button}:\n${link}`] : []), ...after.map(plain)].join('\n\n'),
    html: `<!doctype html>
<html lang="${language}" dir="${languages[language].direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${rich(subject).replace(/<\/?bdi>/g, '')}</title></head>
<body style="margin:0;padding:24px;background:#f2f5f6;color:#1b262c;font-family:system-ui,Arial,sans-serif;font-size:16px;line-height:1.5">
<div style="max-width:520px;margin:0 auto;background:#ffffff;border-radius:12px;padding:24px">
${body}
</div>
</body>
</html>
`,
  }
}
