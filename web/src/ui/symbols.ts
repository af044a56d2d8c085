import {
  type Icon,
  IconAlertCircle,
  IconAlertTriangle,
  IconAmbulance,
  IconAnchor,
  IconBolt,
  IconCalendarEvent,
  IconDroplet,
  IconEye,
  IconFlame,
  IconHammer,
  IconLifebuoy,
  IconMapPin,
  IconPackage,
  IconRipple,
  IconUserSearch,
} from '@tabler/icons-react'

/** The names are Tabler's and are what is stored. These are the usual ones, which come with the first view. */
const usual: Readonly<Record<string, Icon>> = {
  'alert-circle': IconAlertCircle,
  'alert-triangle': IconAlertTriangle,
  ambulance: IconAmbulance,
  anchor: IconAnchor,
  bolt: IconBolt,
  'calendar-event': IconCalendarEvent,
  droplet: IconDroplet,
  eye: IconEye,
  flame: IconFlame,
  hammer: IconHammer,
  lifebuoy: IconLifebuoy,
  'map-pin': IconMapPin,
  package: IconPackage,
  ripple: IconRipple,
  'user-search': IconUserSearch,
}

let known = usual

/** Things with symbols, once these can be shown. Few services use more than the usual ones; the others come then. */
export const withSymbols = async <Thing extends { icon: string }>(things: Thing[]): Promise<Thing[]> => {
  if (things.some(({ icon }) => !known[icon])) known = (await import('./all-symbols.ts')).symbols
  return things
}

export const symbolOf = (name: string | undefined): Icon => (name && known[name]) || IconAlertCircle

export const usualSymbols = usual
