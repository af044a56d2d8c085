import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type CallInput, dashboardApi } from '#contract'
import { call } from '../../api/call.ts'
import { aoiKeys } from '../aoi/keys.ts'

export type DashboardQuery = Omit<CallInput<typeof dashboardApi.read>['query'], 'timeZone'>

export const useDashboard = (filter: DashboardQuery) => {
  const query = { ...filter, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }
  return useQuery({
    queryKey: aoiKeys.list('dashboard', query),
    queryFn: ({ signal }) => call(dashboardApi.read, { query }, signal),
    placeholderData: keepPreviousData,
  })
}
