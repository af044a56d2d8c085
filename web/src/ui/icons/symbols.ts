import { type Icon, IconAlertCircle } from '@tabler/icons-react'
import { usualSymbols } from './usual-symbols.ts'

let known = usualSymbols

/** Things with symbols, once these can be shown. Few services use more than the usual ones; the others come then. */
export const withSymbols = async <Thing extends { icon: string }>(things: Thing[]): Promise<Thing[]> => {
  if (things.some(({ icon }) => !known[icon])) known = (await import('./all-symbols.ts')).symbols
  return things
}

export const symbolOf = (name: string | undefined): Icon => (name && known[name]) || IconAlertCircle
