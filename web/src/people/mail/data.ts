import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { mailApi, type OwnEmail } from '#contract'
import { call } from '../../api/call.ts'
import { toastProblem } from '../../ui/overlays/toast.ts'

const ownKey = ['mail', 'own']
const stateKey = ['mail', 'state']

export const useOwnEmail = () =>
  useQuery({ queryKey: ownKey, queryFn: ({ signal }) => call(mailApi.own, undefined, signal) })

const useOwnAnswer = () => {
  const queries = useQueryClient()
  return (own: OwnEmail) => queries.setQueryData(ownKey, own)
}

export const useSetEmail = () =>
  useMutation({
    mutationFn: (body: { email: string; password: string }) => call(mailApi.setOwn, { body }),
    onSuccess: useOwnAnswer(),
    onError: toastProblem,
  })

export const useRemoveEmail = () =>
  useMutation({
    mutationFn: () => call(mailApi.removeOwn, undefined),
    onSuccess: useOwnAnswer(),
    onError: toastProblem,
  })

const REFRESH_MS = 30_000

export const useMailState = () =>
  useQuery({
    queryKey: stateKey,
    queryFn: ({ signal }) => call(mailApi.state, undefined, signal),
    refetchInterval: REFRESH_MS,
  })

export const useSendTest = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (email: string) => call(mailApi.sendTest, { body: { email } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: stateKey }),
  })
}
