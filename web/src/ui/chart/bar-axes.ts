import { formatDate, formatNumber } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import type { Unit } from './buckets.ts'

/** Axes of bar charts. Recharts draws left to right only, so right-to-left pages reverse the axes. */
export const barAxes = (isRtl: boolean) => ({
  gridAxis: 'x' as const,
  tickLine: 'none' as const,
  maxBarWidth: 40,
  // Room for the label of the highest grid line.
  barChartProps: { margin: { top: 12 } },
  xAxisProps: { reversed: isRtl, minTickGap: 24, interval: 'equidistantPreserveStart' as const },
  yAxisProps: {
    orientation: isRtl ? ('right' as const) : ('left' as const),
    allowDecimals: false,
    tickMargin: isRtl ? 34 : 6,
    width: 44,
  },
  valueFormatter: (value: number) => formatNumber(value, currentLanguage()),
})

export const labelOf = (start: string, unit: Unit): string => {
  const date = new Date(`${start}T00:00:00`)
  return unit === 'month'
    ? new Intl.DateTimeFormat(currentLanguage(), { month: 'short', year: 'numeric' }).format(date)
    : formatDate(date, currentLanguage())
}
