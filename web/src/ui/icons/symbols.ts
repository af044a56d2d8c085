import { type Icon, IconAlertCircle } from '@tabler/icons-react'
import { usualSymbols } from './usual-symbols.ts'

let loadedSymbols = usualSymbols

/** Things with symbols, once these can be shown. Few services use more than the usual ones; the others come then. */
export const withSymbols = async <Thing extends { icon: string }>(things: Thing[]): Promise<Thing[]> => {
  if (things.some(({ icon }) => !loadedSymbols[icon])) loadedSymbols = (await import('./all-symbols.ts')).symbols
  return things
}

export const symbolOf = (name: string | undefined): Icon => (name && loadedSymbols[name]) || IconAlertCircle
