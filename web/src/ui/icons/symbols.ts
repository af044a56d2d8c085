import { type Icon, IconAlertCircle } from '@tabler/icons-react'
import { usualSymbols } from './usual-symbols.ts'

let loadedSymbols = usualSymbols

/**
 * Resolves with the items once their symbols are loaded. Most services use only the usual symbols, so the others are
 * loaded on demand.
 */
export const withSymbols = async <Thing extends { icon: string }>(things: Thing[]): Promise<Thing[]> => {
  if (things.some(({ icon }) => !loadedSymbols[icon])) loadedSymbols = (await import('./all-symbols.ts')).symbols
  return things
}

export const symbolOf = (name: string | undefined): Icon => (name && loadedSymbols[name]) || IconAlertCircle
