import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import { useMetrics } from '../../core/metric/data.ts'
import { nameOf } from '../../i18n/names.ts'
import { type Filter, metricIdOf } from '../workspace/workspace.ts'

export const useFilterName = (filter: Filter | undefined, profile: Profile): string | undefined => {
  const { t } = useTranslation()
  const id = metricIdOf(filter)
  const isMetric = id !== undefined
  const { data } = useMetrics(profile.service._id, { enabled: isMetric })
  if (!filter) return undefined
  if (!isMetric) return t(`filter.${filter as Exclude<Filter, `metric.${string}`>}`)
  const metric = data?.find(({ _id }) => _id === id)
  return metric ? nameOf(metric) : t('filter.metric')
}
