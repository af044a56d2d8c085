import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CallInput, type TokenScope, tokenApi } from '#contract'
import { call } from '../../api/call.ts'
import type { NamedItem } from '../../ui/lists/named-item.ts'
import { toastProblem } from '../../ui/overlays/toast.ts'
import { tokenKeys } from './keys.ts'

export const useTokens = ({ enabled = true } = {}) =>
  useQuery({
    enabled,
    queryKey: tokenKeys.all,
    meta: { isStored: false },
    queryFn: ({ signal }) => call(tokenApi.list, undefined, signal),
  })

export type TokenValues = CallInput<typeof tokenApi.create>['body']

export const useCreateToken = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: TokenValues) => call(tokenApi.create, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: tokenKeys.all }),
  })
}

export const useRevokeToken = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(tokenApi.revoke, { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: tokenKeys.all }),
    onError: toastProblem,
  })
}

/** The scopes that the member may grant to a token, and the event types and regions to which it can be limited. */
export type TokenChoices = {
  scopes: readonly TokenScope[]
  types: readonly NamedItem[]
  regions: readonly NamedItem[]
}

/** Scopes that a token can have for some event types or regions only. */
const limitable: readonly TokenScope[] = ['events', 'contacts', 'report', 'log']

export const isLimitable = (scopes: readonly TokenScope[]): boolean => scopes.some((scope) => limitable.includes(scope))
