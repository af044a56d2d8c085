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

export type Looks = ReadonlyMap<string, { name: string; colour: string }>

/**
 * Handlers for clicks on a figure, which set filters of the workspace. Null stands for AOIs without a type or region.
 */
export type NarrowList = {
  period: (from: string, to: string, eventType?: string | null) => void
  eventType: (id: string | null) => void
  region: (id: string | null) => void
  /** Ages in days. Without `untilDays`, any age above `sinceDays`. */
  open: (state: 'new' | 'inProgress', sinceDays: number, untilDays: number | undefined) => void
  community: (id: string) => void
  group: ((id: string) => void) | undefined
}
