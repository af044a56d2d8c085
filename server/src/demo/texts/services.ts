import type { DemoService } from '../service.ts'
import { bayActions, bayEventTypes, bayRoles, harborActions, harborEventTypes, harborRoles } from './configuration.ts'
import { accounts, colleagues, harborPeople } from './people.ts'
import { bayRegions, harborRegions } from './regions.ts'

export const bay: DemoService = {
  title: 'Bay Area Response',
  hebrewTitle: 'חירום מפרץ סן פרנסיסקו',
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
  colour: '#364fc7',
  roles: harborRoles,
  actions: harborActions,
  eventTypes: harborEventTypes,
  regions: harborRegions,
  people: harborPeople,
}
