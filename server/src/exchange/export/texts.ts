import type {
  AoiKind,
  AoiState,
  AoiStatus,
  ExportList,
  HeldState,
  Language,
  RuleSeverity,
  sensorStates,
  WarningSeverity,
  WarningStatus,
} from '#contract'

export type AoiColumnId =
  | 'name'
  | 'created'
  | 'phone'
  | 'creator'
  | 'address'
  | 'community'
  | 'start'
  | 'end'
  | 'isPublic'
  | 'subscribers'
  | 'number'
  | 'type'
  | 'state'
  | 'status'
  | 'radius'
  | 'region'
  | 'description'
  | 'latitude'
  | 'longitude'

/** Columns of the other lists whose titles differ from those of events. */
type OwnColumnId =
  | 'username'
  | 'role'
  | 'service'
  | 'phone'
  | 'created'
  | 'leader'
  | 'members'
  | 'kind'
  | 'answers'
  | 'reporter'
  | 'received'
  | 'decided'
  | 'decidedBy'
  | 'reason'
  | 'severity'
  | 'rule'
  | 'sensor'
  | 'event'
  | 'warning'
  | 'began'
  | 'raised'
  | 'isMuted'
  | 'areas'
  | 'begins'
  | 'expires'
  | 'sent'
  | 'sender'
  | 'feed'
  | 'instruction'

export type ShortColumnId = AoiColumnId | OwnColumnId

type Texts = {
  columns: Record<AoiColumnId, string>
  titles: Record<AoiKind | 'shared', string>
  lists: Record<Exclude<ExportList, 'aois'>, string>
  shortColumns: Record<OwnColumnId, string>
  area: string
  sensor: string
  sensorStates: Record<(typeof sensorStates)[number], string>
  states: Record<AoiState, string>
  statuses: Record<AoiStatus, string>
  reportStates: Record<HeldState, string>
  severities: Record<RuleSeverity, string>
  noData: string
  warningSeverities: Record<WarningSeverity, string>
  warningStatuses: Record<WarningStatus, string>
  yes: string
  no: string
  place: (lat: string, lng: string) => string
}

export const texts: Record<Language, Texts> = {
  en: {
    columns: {
      name: 'Name',
      created: 'Created date',
      phone: 'Creator phone',
      creator: 'Creator name',
      address: 'Address',
      community: 'Community',
      start: 'Start',
      end: 'End',
      isPublic: 'Open to the public',
      subscribers: 'Subscribers',
      number: 'Number',
      type: 'Event type',
      state: 'State',
      status: 'Status',
      radius: 'Radius (metres)',
      region: 'Region',
      description: 'Description',
      latitude: 'Latitude',
      longitude: 'Longitude',
    },
    titles: { event: 'Events', activity: 'Activities', sensor: 'Sensor areas', shared: 'Shared with me' },
    lists: {
      members: 'Team',
      groups: 'Groups',
      sensors: 'Sensor areas and sensors',
      regions: 'Regions',
      reports: 'Reports',
      alarms: 'Alarms',
      warnings: 'Warnings',
    },
    shortColumns: {
      username: 'Username',
      role: 'Role',
      service: 'Service',
      phone: 'Phone',
      created: 'Created',
      leader: 'Leader',
      members: 'Members',
      kind: 'Kind',
      answers: 'Answers',
      reporter: 'Reporter',
      received: 'Received',
      decided: 'Decided',
      decidedBy: 'Decided by',
      reason: 'Reason',
      severity: 'Severity',
      rule: 'Rule',
      sensor: 'Sensor',
      event: 'Event',
      warning: 'Warning',
      began: 'Began',
      raised: 'Raised',
      isMuted: 'Muted',
      areas: 'Areas',
      begins: 'Begins',
      expires: 'Ends',
      sent: 'Sent',
      sender: 'Sender',
      feed: 'Warning feed',
      instruction: 'Instructions',
    },
    area: 'Sensor area',
    sensor: 'Sensor',
    sensorStates: { READY: 'READY', ALARM: 'ALARM', NOCOMM: 'NOCOMM', TAMPER: 'TAMPER' },
    states: { new: 'New', inProgress: 'In progress', done: 'Archived' },
    statuses: { OK: 'OK', ALERT: 'ALERT', ERROR: 'ERROR' },
    reportStates: { waiting: 'Waiting', asked: 'Awaiting reply', refused: 'Rejected', accepted: 'Accepted' },
    severities: { info: 'Info', warning: 'Warning', high: 'High' },
    noData: 'No data',
    warningSeverities: {
      extreme: 'Extreme',
      severe: 'Severe',
      moderate: 'Moderate',
      minor: 'Minor',
      unknown: 'Severity unknown',
    },
    warningStatuses: {
      actual: 'Actual',
      exercise: 'Exercise',
      system: 'System message',
      test: 'Test',
      draft: 'Draft',
    },
    yes: 'Yes',
    no: 'No',
    place: (lat, lng) => `Lat ${lat}, Long ${lng}`,
  },
  he: {
    columns: {
      name: 'שם',
      created: 'תאריך יצירה',
      phone: 'טלפון היוצר',
      creator: 'שם היוצר',
      address: 'כתובת',
      community: 'קהילה',
      start: 'התחלה',
      end: 'סיום',
      isPublic: 'פתוחה לציבור',
      subscribers: 'נרשמים',
      number: 'מספר',
      type: 'סוג אירוע',
      state: 'מצב',
      status: 'סטטוס',
      radius: 'רדיוס (מטרים)',
      region: 'גזרה',
      description: 'תיאור',
      latitude: 'קו רוחב',
      longitude: 'קו אורך',
    },
    titles: { event: 'אירועים', activity: 'פעילויות', sensor: 'אזורי חיישנים', shared: 'משותפים איתי' },
    lists: {
      members: 'צוות',
      groups: 'קבוצות',
      sensors: 'אזורי חיישנים וחיישנים',
      regions: 'גזרות',
      reports: 'דיווחים',
      alarms: 'אזעקות',
      warnings: 'אזהרות',
    },
    shortColumns: {
      username: 'שם משתמש',
      role: 'תפקיד',
      service: 'שירות',
      phone: 'טלפון',
      created: 'נוצר',
      leader: 'מוביל',
      members: 'חברים',
      kind: 'סוג',
      answers: 'תשובות',
      reporter: 'מדווח',
      received: 'התקבל',
      decided: 'מועד ההחלטה',
      decidedBy: 'הוחלט על ידי',
      reason: 'סיבה',
      severity: 'חומרה',
      rule: 'כלל',
      sensor: 'חיישן',
      event: 'אירוע',
      warning: 'אזהרה',
      began: 'תחילה',
      raised: 'הופעלה',
      isMuted: 'מושתקת',
      areas: 'אזורים',
      begins: 'תחילה',
      expires: 'סיום',
      sent: 'נשלחה',
      sender: 'שולח',
      feed: 'הזנת אזהרות',
      instruction: 'הנחיות',
    },
    area: 'אזור חיישנים',
    sensor: 'חיישן',
    sensorStates: { READY: 'תקין', ALARM: 'אזעקה', NOCOMM: 'אין תקשורת', TAMPER: 'חבלה' },
    states: { new: 'חדש', inProgress: 'בטיפול', done: 'בארכיון' },
    statuses: { OK: 'תקין', ALERT: 'אזעקה', ERROR: 'תקלה' },
    reportStates: { waiting: 'ממתין', asked: 'ממתין לתשובה', refused: 'נדחה', accepted: 'אושר' },
    severities: { info: 'מידע', warning: 'אזהרה', high: 'גבוהה' },
    noData: 'אין נתונים',
    warningSeverities: {
      extreme: 'קיצונית',
      severe: 'חמורה',
      moderate: 'בינונית',
      minor: 'קלה',
      unknown: 'חומרה לא ידועה',
    },
    warningStatuses: {
      actual: 'אזהרת אמת',
      exercise: 'תרגיל',
      system: 'הודעת מערכת',
      test: 'בדיקה',
      draft: 'טיוטה',
    },
    yes: 'כן',
    no: 'לא',
    place: (lat, lng) => `קו רוחב ${lat}, קו אורך ${lng}`,
  },
}
