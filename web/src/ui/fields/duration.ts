import type { TFunction } from 'i18next'

export const durationUnits = { s: 1, min: 60, h: 3600, d: 86_400 } as const
export type DurationUnit = keyof typeof durationUnits

export const unitOf = (seconds: number): DurationUnit => {
  if (seconds === 0) return 'min'
  const units = Object.keys(durationUnits).reverse() as DurationUnit[]
  return units.find((unit) => seconds % durationUnits[unit] === 0) ?? 's'
}

/** As “5 min”. Requires the texts of the rules feature to be loaded. */
export const durationText = (seconds: number, t: TFunction): string => {
  const unit = unitOf(seconds)
  return t(`duration.${unit}`, { count: seconds / durationUnits[unit] })
}
