import type { Language, StreetsJob } from '#contract'
import { isolated } from '../../i18n/isolated.ts'

export const formatBytes = (bytes: number, language: Language): string => {
  const [unit, value] = bytes >= 1e9 ? (['GB', bytes / 1e9] as const) : (['MB', bytes / 1e6] as const)
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: value < 100 ? 1 : 0 })
  return isolated(`${format.format(value)} ${unit}`)
}

export const formatDuration = (seconds: number, language: Language): string => {
  const [unit, value] = seconds < 90 ? (['second', seconds] as const) : (['minute', Math.round(seconds / 60)] as const)
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}

export const percentOf = ({ bytes, doneBytes }: StreetsJob): number =>
  bytes > 0 ? Math.floor((doneBytes / bytes) * 100) : 0
