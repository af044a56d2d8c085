import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CallInput, metricApi, type Role, roleApi } from '#contract'
import { call } from '../../api/call.ts'
import { nameOf } from '../../i18n/names.ts'
import { useOrder } from '../../ui/lists/use-order.ts'

export const useOwnRole = () =>
  useQuery({
    queryKey: ['service', 'ownRole'],
    queryFn: ({ signal }) => call(roleApi.profile, undefined, signal),
    staleTime: 60_000,
  })

const rolesKey = (service: string) => ['service', 'roles', service]

export const useRoles = (service: string) =>
  useQuery({
    queryKey: rolesKey(service),
    queryFn: ({ signal }) => call(roleApi.ofService, { params: { service } }, signal),
    staleTime: 60_000,
  })

export const useMetricNames = (service: string) =>
  useQuery({
    queryKey: ['service', 'metricNames', service],
    queryFn: ({ signal }) => call(metricApi.ofService, { params: { service } }, signal),
    select: (metrics) => metrics.map((metric) => ({ _id: metric._id, name: nameOf(metric) })),
  })

export type RoleFields = CallInput<typeof roleApi.change>['body']

export const useSaveRole = (id: string | undefined) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (fields: RoleFields) =>
      id
        ? call(roleApi.change, { params: { id }, body: fields })
        : call(roleApi.create, { body: fields as CallInput<typeof roleApi.create>['body'] }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['service'] }),
  })
}

export const useOrderRoles = (service: string) =>
  useOrder<Role>(rolesKey(service), (ids) => call(roleApi.order, { body: { ids } }))
