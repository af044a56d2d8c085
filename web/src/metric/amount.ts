import type { Language, MetricResult } from '#contract'

/** Money without cents where there are none. */
export const formatAmount = ({ value, unit }: Pick<MetricResult, 'value' | 'unit'>, language: Language): string =>
  new Intl.NumberFormat(language, {
    ...(unit === 'Dollar' && { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' }),
    minimumFractionDigits: unit === 'Dollar' && !Number.isInteger(value) ? 2 : 0,
    maximumFractionDigits: 2,
  }).format(value)
