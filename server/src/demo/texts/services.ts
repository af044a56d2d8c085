import type { DemoService } from '../service.ts'
import { bayActions, bayEventTypes, bayRoles, harborActions, harborEventTypes, harborRoles } from './configuration.ts'
import { haifaActions, haifaEventTypes, haifaPeople, haifaRegions, haifaRoles } from './haifa.ts'
import { accounts, colleagues, harborPeople } from './people.ts'
import { bayRegions, harborRegions } from './places.ts'

export const bay: DemoService = {
  title: 'Bay Area Response',
  hebrewTitle: 'חירום מפרץ סן פרנסיסקו',
  mainLanguage: 'en',
  // San Francisco, Alameda and Oakland, in a box so small that phones show streets too.
  homeArea: [-122.443, 37.705, -122.327, 37.85],
  emergencyNumber: '911',
  age: 420,
  colour: '#0b7285',
  roles: bayRoles,
  actions: bayActions,
  eventTypes: bayEventTypes,
  regions: bayRegions,
  people: [...accounts, ...colleagues],
}

export const harbor: DemoService = {
  title: 'Harbor Watch',
  hebrewTitle: 'משמר הנמל',
  mainLanguage: 'en',
  emergencyNumber: '911',
  age: 420,
  colour: '#364fc7',
  roles: harborRoles,
  actions: harborActions,
  eventTypes: harborEventTypes,
  regions: harborRegions,
  people: harborPeople,
}

export const haifa: DemoService = {
  title: 'Haifa Emergency Center',
  hebrewTitle: 'מוקד החירום של חיפה',
  mainLanguage: 'he',
  homeArea: [34.94, 32.75, 35.12, 32.9],
  emergencyNumber: '100',
  age: 150,
  colour: '#2b6a4d',
  roles: haifaRoles,
  actions: haifaActions,
  eventTypes: haifaEventTypes,
  regions: haifaRegions,
  people: haifaPeople,
}
