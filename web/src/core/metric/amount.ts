import type { Language, MetricResult } from '#contract'

/** Formats an amount; dollars show cents only if they are not zero. */
export const formatAmount = ({ value, unit }: Pick<MetricResult, 'value' | 'unit'>, language: Language): string =>
  new Intl.NumberFormat(language, {
    ...(unit === 'Dollar' && { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' }),
    minimumFractionDigits: unit === 'Dollar' && !Number.isInteger(value) ? 2 : 0,
    maximumFractionDigits: 2,
  }).format(value)
