import { AreaChart, type AreaChartProps } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { useDirection } from '@mantine/core'

type Props = Pick<
  AreaChartProps,
  'h' | 'series' | 'withDots' | 'fillOpacity' | 'valueFormatter' | 'xAxisProps' | 'tooltipProps' | 'children'
> & {
  /** One row per step; a series has a gap where its value is missing. */
  rows: Record<string, string | number | number[] | null>[]
  /** Key of the axis value in a row. */
  dataKey?: string
}

/** Values over time. Hidden from screen readers, so the parent must also state the values in words. */
export const LineChart = ({ rows, dataKey = 'label', xAxisProps, ...chart }: Props) => {
  const isRtl = useDirection().dir === 'rtl'
  return (
    <div dir="ltr" aria-hidden>
      <AreaChart
        data={rows}
        dataKey={dataKey}
        curveType="linear"
        connectNulls={false}
        dotProps={{ r: 2 }}
        strokeWidth={1.5}
        gridAxis="x"
        tickLine="none"
        areaProps={{ isAnimationActive: false }}
        areaChartProps={{ margin: { top: 12 } }}
        xAxisProps={{ minTickGap: 28, interval: 'equidistantPreserveStart', reversed: isRtl, ...xAxisProps }}
        yAxisProps={{
          width: 44,
          domain: ['auto', 'auto'],
          orientation: isRtl ? 'right' : 'left',
          tickMargin: isRtl ? 34 : 6,
        }}
        {...chart}
      />
    </div>
  )
}
