import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type AoiKind, type CallInput, type Metric, metricApi } from '#contract'
import { call } from '../api/call.ts'

/** The metrics of a service that the caller may see. */
export const useMetrics = (service: string, { enabled = true } = {}) =>
  useQuery({
    queryKey: ['service', 'metrics', service],
    queryFn: ({ signal }) => call(metricApi.ofService, { params: { service } }, signal),
    staleTime: 60_000,
    enabled,
  })

export type Counting = { dates: { startTime: string; endTime: string }; kind: AoiKind }

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * A number that could not be counted anew stays as it was, and nothing is said about it. A metric that is changed is
 * another question; one that is gone is asked for no more.
 */
export const useMetricResult = (
  { _id: id, metricType, metricCountType, conditions }: Metric,
  { dates, kind }: Counting,
) =>
  useQuery({
    queryKey: ['metric', 'result', id, kind, dates, [metricType, metricCountType, conditions]],
    queryFn: ({ signal }) =>
      call(
        metricApi.calculate,
        { params: { id }, query: { ...dates, type: kind, trend: 'true', ...(timeZone && { timeZone }) } },
        signal,
      ),
    placeholderData: keepPreviousData,
  })

export type MetricBody = CallInput<typeof metricApi.create>['body']

/** Lists, numbers and whatever a metric filters are asked again. */
const useRefresh = () => {
  const queries = useQueryClient()
  return async () => {
    const stale = [['service', 'metrics'], ['service', 'ownRole'], ['aoi']]
    await Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
}

/** Without an id a new one is made. */
export const useSaveMetric = () =>
  useMutation({
    mutationFn: ({ id, body }: { id: string | undefined; body: MetricBody }) =>
      id ? call(metricApi.change, { params: { id }, body }) : call(metricApi.create, { body }),
    onSuccess: useRefresh(),
  })

export const useRemoveMetric = () =>
  useMutation({
    mutationFn: ({ _id }: { _id: string }) => call(metricApi.remove, { params: { id: _id } }),
    onSuccess: useRefresh(),
  })
