import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CallInput, type RotaSwap, rotaApi } from '#contract'
import { call } from '../api/call.ts'

type RotaBody = CallInput<typeof rotaApi.create>['body']

export const useRotas = () =>
  useQuery({ queryKey: ['rota', 'list'], queryFn: ({ signal }) => call(rotaApi.list, undefined, signal) })

const useRefresh = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['rota'] })
}

/** Creates a rota, or changes the one with this id. */
export const useSaveRota = () =>
  useMutation({
    mutationFn: ({ id, body }: { id: string | undefined; body: RotaBody }) =>
      id ? call(rotaApi.change, { params: { id }, body }) : call(rotaApi.create, { body }),
    onSuccess: useRefresh(),
  })

export const useRemoveRota = () =>
  useMutation({
    mutationFn: ({ _id }: { _id: string }) => call(rotaApi.remove, { params: { id: _id } }),
    onSuccess: useRefresh(),
  })

export const useSwap = () =>
  useMutation({
    mutationFn: ({ id, ...body }: RotaSwap & { id: string }) => call(rotaApi.swap, { params: { id }, body }),
    onSuccess: useRefresh(),
  })
