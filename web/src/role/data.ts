import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CallInput, metricApi, type Role, roleApi } from '#contract'
import { call } from '../api/call.ts'
import { toastProblem } from '../ui/overlays/toast.ts'

/** One's own role, with the event types and the actions that it offers. */
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

/** The metrics with which a footer can start. */
export const useMetricNames = (service: string) =>
  useQuery({
    queryKey: ['service', 'metricNames', service],
    queryFn: ({ signal }) => call(metricApi.ofService, { params: { service } }, signal),
    select: (metrics) => metrics.map(({ _id, name }) => ({ _id, name })),
  })

export type RoleFields = CallInput<typeof roleApi.change>['body']

/** Makes a role, or changes what was given of one. */
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

/** Shown at once in the new order, and in the old one again if it could not be kept. */
export const useOrderRoles = (service: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (ids: string[]) => call(roleApi.order, { body: { ids } }),
    onMutate: (ids) =>
      queries.setQueryData<Role[]>(rolesKey(service), (roles) =>
        roles?.toSorted((a, b) => ids.indexOf(a._id) - ids.indexOf(b._id)),
      ),
    onError: toastProblem,
    onSettled: () => queries.invalidateQueries({ queryKey: rolesKey(service) }),
  })
}
