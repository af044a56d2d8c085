import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type CallInput, dashboardApi } from '#contract'
import { call } from '../../api/call.ts'

export type DashboardQuery = Omit<CallInput<typeof dashboardApi.read>['query'], 'timeZone'>

/** Under `aoi`, so that every change of an AOI refetches it. */
export const useDashboard = (filter: DashboardQuery) => {
  const query = { ...filter, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }
  return useQuery({
    queryKey: ['aoi', 'dashboard', query],
    queryFn: ({ signal }) => call(dashboardApi.read, { query }, signal),
    placeholderData: keepPreviousData,
  })
}
