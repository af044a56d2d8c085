import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { mailApi, type OwnEmail } from '#contract'
import { call } from '../../api/call.ts'
import { toastProblem } from '../../ui/overlays/toast.ts'

const mailKeys = { own: ['mail', 'own'], state: ['mail', 'state'] } as const

export const useOwnEmail = () =>
  useQuery({ queryKey: mailKeys.own, queryFn: ({ signal }) => call(mailApi.own, undefined, signal) })

const useOwnAnswer = () => {
  const queries = useQueryClient()
  return (own: OwnEmail) => queries.setQueryData(mailKeys.own, own)
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
    queryKey: mailKeys.state,
    queryFn: ({ signal }) => call(mailApi.state, undefined, signal),
    refetchInterval: REFRESH_MS,
  })

export const useSendTest = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (email: string) => call(mailApi.sendTest, { body: { email } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: mailKeys.state }),
  })
}
