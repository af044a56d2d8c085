import type { AoiKind, AoiState, AoiStatus, Language } from '#contract'

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

type Texts = {
  columns: Record<AoiColumnId, string>
  titles: Record<AoiKind | 'shared', string>
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
      region: 'אזור',
      description: 'תיאור',
      latitude: 'קו רוחב',
      longitude: 'קו אורך',
    },
    titles: { event: 'אירועים', activity: 'פעילויות', sensor: 'אזורי חיישנים', shared: 'משותפים איתי' },
    states: { new: 'חדש', inProgress: 'בטיפול', done: 'בארכיון' },
    statuses: { OK: 'תקין', ALERT: 'אזעקה', ERROR: 'תקלה' },
    yes: 'כן',
    no: 'לא',
    place: (lat, lng) => `קו רוחב ${lat}, קו אורך ${lng}`,
  },
}
