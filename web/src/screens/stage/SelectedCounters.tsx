import { useTranslation } from 'react-i18next'
import { canCount, type Metric, type Profile, textIn } from '#contract'
import { useGenericMetrics } from '../../core/aoi/data.ts'
import { formatAmount } from '../../core/metric/amount.ts'
import { type Counting, useMetricResult, useMetrics } from '../../core/metric/data.ts'
import { Sparkline } from '../../core/metric/Sparkline.tsx'
import { useSelectedMetrics } from '../../core/metric/selected-metrics.ts'
import { formatNumber } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { nameOf } from '../../i18n/names.ts'
import { useOwnRole } from '../../people/role/data.ts'
import { usePressCounter } from '../workspace/use-counting.ts'
import { Counter } from './Counter.tsx'

type Props = { profile: Profile; counting: Counting }

export const SelectedCounters = ({ profile, counting }: Props) => {
  const { t } = useTranslation()
  const press = usePressCounter()
  const role = useOwnRole()
  const { data: metrics } = useMetrics(profile.service._id)
  const { selectedIds } = useSelectedMetrics(profile._id, role.data?.defaultMetrics)
  const { data: generic } = useGenericMetrics(counting.dates, counting.kind, {
    enabled: selectedIds.includes('read') || selectedIds.includes('unread'),
  })
  return selectedIds.map((id) => {
    if (id === 'read' || id === 'unread') {
      const count = generic?.[id === 'read' ? 'readAois' : 'unreadAois']
      const text = count === undefined ? undefined : formatNumber(count, currentLanguage())
      return <Counter key={id} state={id} label={t(`filter.${id}`)} value={text} {...press(id)} />
    }
    const metric = metrics?.find(({ _id }) => _id === id)
    if (!metric || !canCount(metric, counting.kind)) return null
    return <MetricCounter key={id} metric={metric} counting={counting} {...press(`metric.${id}`)} />
  })
}

type MetricProps = { metric: Metric; counting: Counting; isPressed: boolean; onPress: () => void }

const MetricCounter = ({ metric, counting, ...press }: MetricProps) => {
  const { data } = useMetricResult(metric, counting)
  return (
    <Counter
      state="metric"
      label={textIn(metric, 'shortName', currentLanguage())}
      title={nameOf(metric)}
      value={data && formatAmount(data, currentLanguage())}
      {...press}
    >
      {data?.trend && <Sparkline trend={data.trend} unit={data.unit} />}
    </Counter>
  )
}
