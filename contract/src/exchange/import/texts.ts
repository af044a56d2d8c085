import type { Language } from '../../platform/language/language.ts'
import { IMPORT_MAX_CELL, IMPORT_MAX_COLUMNS, IMPORT_MAX_ROWS } from './limits.ts'
import {
  ANSWER_PREFIX,
  type FileProblem,
  type ImportKind,
  type ImportNote,
  type ImportReason,
  type importFields,
} from './schema.ts'

type Words<Key extends string> = Record<Key, Record<Language, string>>

const fields: Words<(typeof importFields)[ImportKind][number] | 'row'> = {
  name: { en: 'Name', he: 'שם' },
  description: { en: 'Description', he: 'תיאור' },
  type: { en: 'Event type', he: 'סוג אירוע' },
  community: { en: 'Community', he: 'קהילה' },
  groups: { en: 'Groups', he: 'קבוצות' },
  start: { en: 'Start', he: 'התחלה' },
  end: { en: 'End', he: 'סיום' },
  isPublic: { en: 'Open to the public', he: 'פתיחה לציבור' },
  place: { en: 'Coordinates', he: 'קואורדינטות' },
  lat: { en: 'Latitude', he: 'קו רוחב' },
  lng: { en: 'Longitude', he: 'קו אורך' },
  address: { en: 'Address', he: 'כתובת' },
  time: { en: 'Time', he: 'זמן' },
  region: { en: 'Region', he: 'גזרה' },
  externalId: { en: 'External ID', he: 'מזהה חיצוני' },
  outline: { en: 'Outline', he: 'קו מתאר' },
  radius: { en: 'Radius in metres', he: 'רדיוס במטרים' },
  sensors: { en: 'Sensors', he: 'חיישנים' },
  serial: { en: 'Serial number', he: 'מספר סידורי' },
  device: { en: 'Device type', he: 'סוג ההתקן' },
  heartbeat: { en: 'Interval between readings (seconds)', he: 'מרווח בין קריאות (שניות)' },
  email: { en: 'E-mail address', he: 'כתובת דוא״ל' },
  role: { en: 'Role', he: 'תפקיד' },
  access: { en: 'Access level', he: 'רמת גישה' },
  row: { en: 'The row', he: 'השורה' },
}

export const importFieldText = (language: Language, field: string): string =>
  field.startsWith(ANSWER_PREFIX)
    ? field.slice(ANSWER_PREFIX.length)
    : (fields[field as keyof typeof fields]?.[language] ?? field)

const reasons: Words<ImportReason['code']> = {
  missing: { en: 'is missing. Fill it in.', he: 'הערך חסר. מלאו אותו.' },
  unknown: {
    en: 'has a value that doesn’t exist in this service. Correct it, or add it in Settings.',
    he: 'הערך אינו קיים בשירות. תקנו אותו, או הוסיפו אותו בהגדרות.',
  },
  unread: { en: 'couldn’t be read. Use another format.', he: 'אי אפשר לקרוא את הערך. כתבו אותו בצורה אחרת.' },
  tooLong: { en: 'is too long. Shorten it.', he: 'הערך ארוך מדי. קצרו אותו.' },
  outside: {
    en: 'isn’t on the map. Check the columns, and convert other projections to WGS 84.',
    he: 'המיקום אינו על המפה. בדקו את העמודות, והמירו היטלים אחרים ל־WGS 84.',
  },
  notFound: {
    en: 'wasn’t found on this server’s street map. Correct it, or enter coordinates.',
    he: 'הכתובת לא נמצאה במפת הרחובות של השרת. תקנו אותה, או הזינו קואורדינטות.',
  },
  onlyArea: {
    en: 'was found only as a town or a neighbourhood, without its street. Correct it, or enter coordinates.',
    he: 'הכתובת נמצאה רק כיישוב או כשכונה, ללא הרחוב. תקנו אותה, או הזינו קואורדינטות.',
  },
  future: { en: 'is in the future. Correct it.', he: 'המועד עוד לא הגיע. תקנו אותו.' },
  noTime: { en: 'is missing. An activity needs a start or an end.', he: 'המועד חסר. לפעילות נדרשת התחלה או סיום.' },
  endBeforeStart: { en: 'is before the start. Correct one of them.', he: 'הסיום קודם להתחלה. תקנו אחד מהם.' },
  twice: {
    en: 'is the same as in an earlier row. Give each row its own.',
    he: 'הערך זהה לזה שבשורה קודמת. תנו לכל שורה ערך משלה.',
  },
  photo: {
    en: 'requires a photo, which a file can’t contain. Choose another type.',
    he: 'הסוג מחייב תמונה, וקובץ אינו יכול לכלול תמונה. בחרו סוג אחר.',
  },
  merged: {
    en: 'belongs to an event that was merged with others. Separate them first.',
    he: 'השורה שייכת לאירוע שמוזג עם אחרים. הפרידו אותם תחילה.',
  },
  extraCells: {
    en: 'has more values than there are columns. Put values that contain the separator in quotation marks.',
    he: 'בשורה יותר ערכים מעמודות. הקיפו במירכאות ערכים שמכילים את התו המפריד.',
  },
  notAnArea: {
    en: 'isn’t a single closed outline without holes. Split it, or draw it again.',
    he: 'הצורה אינה שטח סגור אחד ללא חורים. פצלו אותה, או שרטטו אותה מחדש.',
  },
  crossesItself: { en: 'crosses itself. Draw it again.', he: 'קו המתאר חוצה את עצמו. שרטטו אותו מחדש.' },
  tooManyCorners: {
    en: 'has too many corners: a region has up to 5,000, a sensor area 500. Simplify it.',
    he: 'יותר מדי פינות: בגזרה עד 5,000, ובאזור חיישנים עד 500. פשטו את הצורה.',
  },
  inUse: { en: 'is in use. Change it by hand.', he: 'הערך נמצא בשימוש. שנו אותו ידנית.' },
  notAllowed: {
    en: 'is above your own access level. Ask a technician to import the row.',
    he: 'רמת הגישה גבוהה מזו שלכם. בקשו מטכנאי לייבא את השורה.',
  },
  isMember: {
    en: 'already belongs to a member. Remove the row.',
    he: 'הכתובת כבר שייכת לחבר צוות. הסירו את השורה.',
  },
  notOffered: {
    en: 'is not among the event types of your role. Ask an Admin to add it to the role, or to import the file.',
    he: 'אינו בין סוגי האירועים של התפקיד שלכם. בקשו ממנהל להוסיף אותו לתפקיד או לייבא את הקובץ.',
  },
  noMail: {
    en: 'can’t be invited because this server doesn’t send e-mail. Ask the person who runs the server to set it up.',
    he: 'השרת אינו שולח דוא״ל, ולכן לא תישלח הזמנה. בקשו ממי שמפעיל את השרת להגדיר דוא״ל.',
  },
  refused: {
    en: 'couldn’t be saved. Check its values, or send the row to the person who runs the server.',
    he: 'השורה לא נשמרה. בדקו את הערכים, או שלחו את השורה למי שמפעיל את השרת.',
  },
}

/**
 * A Hebrew predicate would have to agree with the gender of the field's name, so the Hebrew reason is a separate
 * sentence.
 */
const sentence: Record<Language, (field: string, reason: string) => string> = {
  en: (field, reason) => `${field} ${reason}`,
  he: (field, reason) => (field === fields.row.he ? reason : `${field}: ${reason}`),
}

/** As `Latitude isn’t on the map. … (“950”)`. */
export const importReasonText = (language: Language, { code, field, value }: ImportReason): string =>
  `${sentence[language](importFieldText(language, field), reasons[code][language])}${value ? ` (“${value}”)` : ''}`

const notes: Record<ImportNote['code'], Record<Language, (field: string, value: string) => string>> = {
  shortened: {
    en: (field, value) => `${field} is too long. It will be shortened to ${value} characters.`,
    he: (field, value) => `${field}: הטקסט ארוך מדי ויקוצר ל־${value} תווים.`,
  },
  addressFound: {
    en: (_, value) => `Placed at: ${value}`,
    he: (_, value) => `המיקום: ${value}`,
  },
}

export const importNoteText = (language: Language, { code, field, value }: ImportNote): string =>
  notes[code][language](importFieldText(language, field), value)

const lineWord: Record<Language, string> = { en: 'Line', he: 'שורה' }

const problems: Words<FileProblem['code']> = {
  empty: {
    en: 'The file has no rows below its headers. Choose a file with data.',
    he: 'אין בקובץ שורות מתחת לכותרות. בחרו קובץ עם נתונים.',
  },
  unknownFormat: {
    en: 'Files of this format can’t be imported. Save it as XLSX, CSV with UTF-8, GeoJSON, KML or GPX.',
    he: 'אי אפשר לייבא קובץ כזה. שמרו אותו כ־XLSX,‏ CSV בקידוד UTF-8,‏ GeoJSON,‏ KML או GPX.',
  },
  binary: {
    en: 'The file contains characters that are not text (NUL). Save it again as CSV with UTF-8.',
    he: 'הקובץ כולל תווים שאינם טקסט (NUL). שמרו אותו שוב כ־CSV בקידוד UTF-8.',
  },
  encoding: {
    en: 'The text is damaged or uses another encoding. Choose another encoding, or save the file again as UTF-8.',
    he: 'הטקסט פגום, או שהקידוד שלו אחר. בחרו קידוד אחר, או שמרו את הקובץ שוב ב־UTF-8.',
  },
  quote: {
    en: 'A quotation mark is opened here but never closed. Correct it.',
    he: 'מירכאות נפתחו כאן ולא נסגרו. תקנו אותן.',
  },
  tooManyRows: {
    en: `The file has more than ${IMPORT_MAX_ROWS.toLocaleString('en')} rows. Split it into several files.`,
    he: `בקובץ יותר מ־${IMPORT_MAX_ROWS.toLocaleString('en')} שורות. פצלו אותו לכמה קבצים.`,
  },
  tooManyColumns: {
    en: `The file has more than ${IMPORT_MAX_COLUMNS} columns. Remove those that are not needed.`,
    he: `בקובץ יותר מ־${IMPORT_MAX_COLUMNS} עמודות. הסירו את העמודות המיותרות.`,
  },
  longCell: {
    en: `A cell has more than ${IMPORT_MAX_CELL.toLocaleString('en')} characters. Shorten it.`,
    he: `בתא יותר מ־${IMPORT_MAX_CELL.toLocaleString('en')} תווים. קצרו אותו.`,
  },
  tooMuchText: {
    en: 'The rows up to here contain more than 100 million characters. Split the file, or remove long texts.',
    he: 'בשורות עד כאן יותר מ־100 מיליון תווים. פצלו את הקובץ, או הסירו טקסטים ארוכים.',
  },
  json: {
    en: 'The JSON is broken or is not GeoJSON. Export it again as a FeatureCollection.',
    he: 'ה־JSON פגום או אינו GeoJSON. ייצאו אותו שוב כ־FeatureCollection.',
  },
  xml: {
    en: 'The XML is broken here. Export the file again as KML or GPX.',
    he: 'ה־XML פגום כאן. ייצאו את הקובץ שוב כ־KML או GPX.',
  },
  entities: {
    en: 'The XML contains a DOCTYPE or entities, which aren’t supported. Export the file again without them.',
    he: 'ה־XML מכיל DOCTYPE או ישויות, והם אינם נתמכים. ייצאו את הקובץ שוב בלעדיהם.',
  },
  sheet: {
    en: 'The spreadsheet couldn’t be read. Save it again as XLSX or CSV.',
    he: 'קריאת הגיליון נכשלה. שמרו אותו שוב כ־XLSX או CSV.',
  },
  archive: {
    en: 'The file is damaged, or isn’t XLSX or KMZ. Save it again.',
    he: 'הקובץ פגום, או אינו XLSX או KMZ. שמרו אותו שוב.',
  },
  archivePath: {
    en: 'The archive contains a file whose path points outside it. Pack it again without that file.',
    he: 'בארכיון יש קובץ ששמו מוביל אל מחוץ לארכיון. ארזו אותו שוב בלי הקובץ הזה.',
  },
  manyFiles: {
    en: 'The archive has more than 2,000 files. Send the spreadsheet or the KML file alone.',
    he: 'בארכיון יותר מ־2,000 קבצים. שלחו רק את הגיליון או את קובץ ה־KML.',
  },
  encrypted: {
    en: 'The file is protected by a password. Remove the password and send it again.',
    he: 'הקובץ מוגן בסיסמה. הסירו את הסיסמה ושלחו אותו שוב.',
  },
  bomb: {
    en: 'The file unpacks to more than 150 MB. Split it into several files, or save it as CSV.',
    he: 'הקובץ נפרס ליותר מ־150 מ״ב. פצלו אותו לכמה קבצים, או שמרו אותו כ־CSV.',
  },
  projection: {
    en: 'The file is in another projection. Convert it to WGS 84 (EPSG:4326).',
    he: 'הקובץ בהיטל אחר. המירו אותו ל־WGS 84 ‏(EPSG:4326).',
  },
  noHeader: {
    en: 'The first row has no headers. Name the columns in the first row.',
    he: 'בשורה הראשונה אין כותרות. תנו שמות לעמודות בשורה הראשונה.',
  },
  memory: {
    en: 'Reading the file from here takes too much memory. Split it into several files.',
    he: 'קריאת הקובץ מכאן והלאה דורשת יותר מדי זיכרון. פצלו אותו לכמה קבצים.',
  },
  time: {
    en: 'Reading the file from here takes too long. Split it into several files.',
    he: 'קריאת הקובץ מכאן והלאה נמשכת זמן רב מדי. פצלו אותו לכמה קבצים.',
  },
  interrupted: {
    en: 'The server restarted while reading the file. Send the file again.',
    he: 'השרת הופעל מחדש בזמן קריאת הקובץ. שלחו את הקובץ שוב.',
  },
  creatorGone: {
    en: 'The member who started the import may no longer import. Items already imported are kept and can be undone.',
    he: 'מי שהתחיל את הייבוא אינו מורשה עוד לייבא. פריטים שכבר יובאו נשארים, ותוכלו לבטל את ייבואם.',
  },
  oneSheet: {
    en: 'Only this sheet of the workbook is read. To import another sheet, save it as a separate file.',
    he: 'נקרא רק הגיליון הזה מתוך חוברת העבודה. כדי לייבא גיליון אחר, שמרו אותו כקובץ נפרד.',
  },
  hiddenRows: {
    en: 'This row is hidden in the spreadsheet and is read like the others. Delete hidden rows that you do not want.',
    he: 'השורה הזאת מוסתרת בגיליון ונקראת כמו האחרות. מחקו שורות מוסתרות שאינן נחוצות.',
  },
  mergedCells: {
    en: 'The value of merged cells is used for each of their rows. Check the preview, or unmerge the cells.',
    he: 'הערך של תאים ממוזגים ניתן לכל אחת מהשורות שלהם. בדקו בתצוגה המקדימה, או בטלו את המיזוג.',
  },
}

export const fileProblemText = (language: Language, { code, line, part }: FileProblem): string => {
  const at = line === undefined ? part : `${lineWord[language]} ${line}`
  return at ? `${at}: ${problems[code][language]}` : problems[code][language]
}

export const importReasonsHeader: Record<Language, string> = { en: 'Why it was rejected', he: 'סיבת הדחייה' }
