import { ChartTooltip } from '@mantine/charts'
import { Area } from 'recharts'
import { LineChart } from './LineChart.tsx'

/** Average, lowest and highest value at a time in ms since 1970. */
export type TimePoint = { at: number; average: number; minimum: number; maximum: number }

type Props = {
  points: readonly TimePoint[]
  from: number
  to: number
  label: string
  /** `tick` formats a time on the axis, `moment` the time under the pointer. */
  tick: (at: number) => string
  moment: (at: number) => string
  value: (value: number) => string
}

const COLOR = 'var(--mantine-primary-color-filled)'
const TICKS = 4
/** Share of the period; longer times without values are shown as gaps. */
const GAP = 0.1
const MOST_WITH_DOTS = 30

const rowsOf = (points: readonly TimePoint[], longest: number) =>
  points.flatMap(({ at, average, minimum, maximum }, index) => {
    const row = { at, average, band: [minimum, maximum] }
    const before = points[index - 1]
    return before && at - before.at > longest ? [{ at: (at + before.at) / 2, average: null, band: null }, row] : [row]
  })

/**
 * Averages as a line in a band from minimum to maximum. The axis covers the whole period, also where data is missing.
 */
export const TimeChart = ({ points, from, to, label, tick, moment, value }: Props) => {
  const series = [{ name: 'average', label, color: COLOR }]
  return (
    <LineChart
      h={180}
      rows={rowsOf(points, (to - from) * GAP)}
      dataKey="at"
      series={series}
      withDots={points.length < MOST_WITH_DOTS}
      fillOpacity={0}
      valueFormatter={value}
      xAxisProps={{
        type: 'number',
        scale: 'time',
        domain: [from, to],
        ticks: Array.from({ length: TICKS + 1 }, (_, index) => from + ((to - from) * index) / TICKS),
        tickFormatter: tick,
      }}
      tooltipProps={{
        content: ({ label: at, payload }) => (
          <ChartTooltip
            label={typeof at === 'number' ? moment(at) : at}
            payload={payload.filter(({ dataKey }) => dataKey === 'average')}
            series={series}
            valueFormatter={value}
          />
        ),
      }}
    >
      <Area
        dataKey="band"
        stroke="none"
        fill={COLOR}
        fillOpacity={0.16}
        dot={false}
        activeDot={false}
        isAnimationActive={false}
      />
    </LineChart>
  )
}
