import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Metric } from '#contract'
import { aoiKeys, isFilteredBy } from '../../core/aoi/keys.ts'
import { useMetrics } from '../../core/metric/data.ts'
import { nameOf } from '../../i18n/names.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { metricIdOf, type Workspace } from '../workspace/workspace.ts'

const rulesOf = ({ metricType, metricCountType, conditions }: Metric) =>
  JSON.stringify([metricType, metricCountType, conditions])

/** Follows changes of the metric that filters the list: loads the list again, or ends the filter of a deleted metric. */
export const useMetricFilter = (serviceId: string): void => {
  const { t } = useTranslation()
  const { workspace, replace } = useWorkspace()
  const queries = useQueryClient()
  const id = metricIdOf(workspace.filter)
  const { data } = useMetrics(serviceId, { enabled: id !== undefined })
  const shown = useRef<Metric>(undefined)
  // The metrics panel shows its own message about a metric that was deleted there.
  const isOwnList = workspace.panel === 'metrics'
  useEffect(() => {
    if (!data) return
    const before = shown.current?._id === id ? shown.current : undefined
    const metric = data.find(({ _id }) => _id === id)
    shown.current = metric
    if (before && metric && rulesOf(before) !== rulesOf(metric))
      void queries.invalidateQueries({
        queryKey: aoiKeys.all,
        predicate: isFilteredBy(metric._id),
      })
    if (before && !metric) {
      replace((now: Workspace) => (metricIdOf(now.filter) === id ? { ...now, filter: undefined } : now))
      if (!isOwnList) void toast({ message: t('metric.filterEnded', { name: nameOf(before) }), timeoutMs: READ_MS })
    }
  }, [data, id, isOwnList, queries, replace, t])
}

const READ_MS = 5000
