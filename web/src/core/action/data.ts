import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ActionUnit, actionApi, type CallInput, type PresetAction, type Role, roleApi } from '#contract'
import { call } from '../../api/call.ts'
import { useUses } from '../../api/query-hooks.ts'
import { serviceKeys } from '../../people/service/keys.ts'
import { useOrder } from '../../ui/lists/use-order.ts'

const actionKeys = {
  list: [...serviceKeys.all, 'actions'],
  uses: (id: string | undefined) => ['action-uses', id],
} as const

export const useActions = (service: string) =>
  useQuery({
    queryKey: actionKeys.list,
    queryFn: ({ signal }) => call(actionApi.ofService, undefined, signal),
    select: (actions) => actions.filter((action) => action.service.includes(service)),
    staleTime: 60_000,
  })

export type ActionFields = CallInput<typeof actionApi.change>['body']

export const useSaveAction = (id: string | undefined) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (fields: ActionFields) =>
      id
        ? call(actionApi.change, { params: { id }, body: fields })
        : call(actionApi.create, { body: fields as CallInput<typeof actionApi.create>['body'] }),
    onSuccess: () => queries.invalidateQueries({ queryKey: serviceKeys.all }),
  })
}

export const useActionUses = (id: string | undefined) =>
  useUses(actionKeys.uses(id), id, (id, signal) => call(actionApi.uses, { params: { id } }, signal))

export const useOfferAction = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ actionId, roles }: { actionId: string; roles: readonly Role[] }) => {
      for (const { _id, roleActions } of roles)
        await call(roleApi.change, { params: { id: _id }, body: { actions: [...roleActions, actionId] } })
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: serviceKeys.all }),
  })
}

export const useRemoveAction = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ _id }: PresetAction) => call(actionApi.remove, { params: { id: _id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: serviceKeys.all }),
  })
}

export const useOrderActions = () =>
  useOrder<PresetAction>(actionKeys.list, (ids) => call(actionApi.order, { body: { ids } }))

/** Options of the unit field, in the forms of actions and event types. */
export const useUnits = () => {
  const { t } = useTranslation()
  return ActionUnit.options.map((value) => ({ value, label: t(`unit.${value}`) }))
}

/** Props of the text field for a value with this unit. */
export const inputOf = (unit: ActionUnit) => ({
  inputMode: unit === 'Text' ? ('text' as const) : ('decimal' as const),
  leftSection: unit === 'Dollar' ? '$' : undefined,
})
