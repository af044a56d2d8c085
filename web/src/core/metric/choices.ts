import { useQuery } from '@tanstack/react-query'
import { actionApi, eventTypeApi, regionApi, roleApi, userApi } from '#contract'
import { call } from '../../api/call.ts'
import { metricKeys } from './keys.ts'

export const useMetricChoices = (service: string) =>
  useQuery({
    queryKey: metricKeys.choices(service),
    queryFn: async ({ signal }) => {
      const [actions, types, regions, roles, members] = await Promise.all([
        call(actionApi.ofService, undefined, signal),
        call(eventTypeApi.ofService, { params: { service }, query: {} }, signal),
        call(regionApi.all, undefined, signal),
        call(roleApi.ofService, { params: { service } }, signal),
        call(userApi.ofService, { params: { service } }, signal),
      ])
      return {
        actions: actions.filter((action) => action.service.includes(service)),
        types,
        regions: regions.filter((region) => region.service === service),
        roles,
        members,
      }
    },
  })

export type MetricChoices = NonNullable<ReturnType<typeof useMetricChoices>['data']>
