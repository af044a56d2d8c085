import type { AoiKind, AoiState, AoiStatus, ExportList, Language, sensorStates } from '#contract'

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

export type ShortColumnId =
  | 'name'
  | 'username'
  | 'role'
  | 'service'
  | 'phone'
  | 'created'
  | 'community'
  | 'leader'
  | 'members'
  | 'kind'
  | 'state'
  | 'address'
  | 'latitude'
  | 'longitude'

type Texts = {
  columns: Record<AoiColumnId, string>
  titles: Record<AoiKind | 'shared', string>
  lists: Record<Exclude<ExportList, 'aois'>, string>
  shortColumns: Record<ShortColumnId, string>
  area: string
  sensor: string
  sensorStates: Record<(typeof sensorStates)[number], string>
  states: Record<AoiState, string>
  statuses: Record<AoiStatus, string>
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
    lists: { members: 'Team', groups: 'Groups', sensors: 'Sensor areas and sensors', regions: 'Regions' },
    shortColumns: {
      name: 'Name',
      username: 'Username',
      role: 'Role',
      service: 'Service',
      phone: 'Phone',
      created: 'Created',
      community: 'Community',
      leader: 'Leader',
      members: 'Members',
      kind: 'Kind',
      state: 'State',
      address: 'Address',
      latitude: 'Latitude',
      longitude: 'Longitude',
    },
    area: 'Sensor area',
    sensor: 'Sensor',
    sensorStates: { READY: 'READY', ALARM: 'ALARM', NOCOMM: 'NOCOMM', TAMPER: 'TAMPER' },
    states: { new: 'New', inProgress: 'In progress', done: 'Archived' },
    statuses: { OK: 'OK', ALERT: 'ALERT', ERROR: 'ERROR' },
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
    lists: { members: 'צוות', groups: 'קבוצות', sensors: 'אזורי חיישנים וחיישנים', regions: 'גזרות' },
    shortColumns: {
      name: 'שם',
      username: 'שם משתמש',
      role: 'תפקיד',
      service: 'שירות',
      phone: 'טלפון',
      created: 'נוצר',
      community: 'קהילה',
      leader: 'מוביל',
      members: 'חברים',
      kind: 'סוג',
      state: 'מצב',
      address: 'כתובת',
      latitude: 'קו רוחב',
      longitude: 'קו אורך',
    },
    area: 'אזור חיישנים',
    sensor: 'חיישן',
    sensorStates: { READY: 'תקין', ALARM: 'אזעקה', NOCOMM: 'אין תקשורת', TAMPER: 'חבלה' },
    states: { new: 'חדש', inProgress: 'בטיפול', done: 'בארכיון' },
    statuses: { OK: 'תקין', ALERT: 'אזעקה', ERROR: 'תקלה' },
    yes: 'כן',
    no: 'לא',
    place: (lat, lng) => `קו רוחב ${lat}, קו אורך ${lng}`,
  },
}
