import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CallInput, tokenApi } from '#contract'
import { call } from '../../api/call.ts'
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
