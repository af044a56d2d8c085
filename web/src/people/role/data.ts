import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type CallInput, metricApi, type Role, roleApi } from '#contract'
import { call } from '../../api/call.ts'
import { nameOf } from '../../i18n/names.ts'
import { useOrder } from '../../ui/lists/use-order.ts'
import { toast, toastProblem } from '../../ui/overlays/toast.ts'
import { serviceKeys } from '../service/keys.ts'
import { roleKeys } from './keys.ts'

export const useOwnRole = () =>
  useQuery({
    queryKey: roleKeys.own,
    queryFn: ({ signal }) => call(roleApi.profile, undefined, signal),
    staleTime: 60_000,
  })

export const useRoles = (service: string) =>
  useQuery({
    queryKey: roleKeys.list(service),
    queryFn: ({ signal }) => call(roleApi.ofService, { params: { service } }, signal),
    staleTime: 60_000,
  })

/** Roles to offer in a select, with archived roles only if they are already selected. */
export const rolesToChoose = (roles: readonly Role[], ...chosenIds: (string | null | undefined)[]): Role[] =>
  roles.filter(({ _id, isArchived }) => !isArchived || chosenIds.includes(_id))

export const useMetricNames = (service: string) =>
  useQuery({
    queryKey: roleKeys.metricNames(service),
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
    onSuccess: () => queries.invalidateQueries({ queryKey: serviceKeys.all }),
  })
}

const UNDO_MS = 10_000

export const useArchiveRole = () => {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: ({ _id, isArchived }: Pick<Role, '_id' | 'isArchived'>) =>
      call(roleApi.change, { params: { id: _id }, body: { isArchived } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: serviceKeys.all }),
  })
  return ({ _id, isArchived }: Pick<Role, '_id' | 'isArchived'>): Promise<void> =>
    mutateAsync({ _id, isArchived: !isArchived })
      .then((saved) =>
        toast({
          message: t(saved.isArchived ? 'role.archived' : 'role.unarchived', { name: nameOf(saved) }),
          ...(saved.isArchived && {
            timeoutMs: UNDO_MS,
            action: { label: t('word.undo'), run: () => void mutateAsync({ _id, isArchived }).catch(toastProblem) },
          }),
        }),
      )
      .catch(toastProblem)
}

export const useOrderRoles = (service: string) =>
  useOrder<Role>(roleKeys.list(service), (ids) => call(roleApi.order, { body: { ids } }))
