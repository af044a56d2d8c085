import type { Language } from '#contract'

const steps = [
  { unit: 'minute', seconds: 60 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'day', seconds: 86_400 },
] as const

/** Formats a duration in the largest unit of which it has at least one: 25 min, 3.5 hr, 2 days. */
export const formatDuration = (seconds: number, language: Language): string => {
  const { unit, seconds: size } = steps.findLast((step) => seconds >= step.seconds) ?? steps[0]
  const value = seconds / size
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 && unit !== 'minute' ? 1 : 0,
  }).format(value)
}
