import { formatNumber } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'

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
