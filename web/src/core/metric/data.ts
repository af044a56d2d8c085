import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type AoiKind, type CallInput, type Metric, metricApi } from '#contract'
import { call } from '../../api/call.ts'
import { useRefresh } from '../../api/query-hooks.ts'
import { roleKeys } from '../../people/role/keys.ts'
import { toastProblem } from '../../ui/overlays/toast.ts'
import { aoiKeys } from '../aoi/keys.ts'
import { metricKeys } from './keys.ts'

export const useMetrics = (service: string, { enabled = true } = {}) =>
  useQuery({
    queryKey: metricKeys.list(service),
    queryFn: ({ signal }) => call(metricApi.ofService, { params: { service } }, signal),
    staleTime: 60_000,
    enabled,
  })

export type Counting = { dates: { startTime: string; endTime: string }; kind: AoiKind }

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * Counts a metric. The last value stays if a recount fails. The key contains the conditions, so an edited metric is
 * counted again and a deleted one is not requested.
 */
export const useMetricResult = (
  { _id: id, metricType, metricCountType, conditions }: Metric,
  { dates, kind }: Counting,
) =>
  useQuery({
    queryKey: metricKeys.result(id, kind, dates, [metricType, metricCountType, conditions]),
    queryFn: ({ signal }) =>
      call(
        metricApi.calculate,
        { params: { id }, query: { ...dates, type: kind, trend: 'true', ...(timeZone && { timeZone }) } },
        signal,
      ),
    placeholderData: keepPreviousData,
  })

export type MetricBody = CallInput<typeof metricApi.create>['body']

const useRefreshMetrics = () => useRefresh(metricKeys.lists, roleKeys.own, aoiKeys.all)

export const useSaveMetric = () =>
  useMutation({
    mutationFn: ({ id, body }: { id: string | undefined; body: MetricBody }) =>
      id ? call(metricApi.change, { params: { id }, body }) : call(metricApi.create, { body }),
    onSuccess: useRefreshMetrics(),
    onError: toastProblem,
  })

export const useRemoveMetric = () =>
  useMutation({
    mutationFn: ({ _id }: { _id: string }) => call(metricApi.remove, { params: { id: _id } }),
    onSuccess: useRefreshMetrics(),
  })
