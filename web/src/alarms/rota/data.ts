import { useMutation, useQuery } from '@tanstack/react-query'
import { type CallInput, type RotaSwap, rotaApi } from '#contract'
import { call } from '../../api/call.ts'
import { useRefresh } from '../../api/query-hooks.ts'
import { rotaKeys } from './keys.ts'

type RotaBody = CallInput<typeof rotaApi.create>['body']

export const useRotas = () =>
  useQuery({ queryKey: rotaKeys.list, queryFn: ({ signal }) => call(rotaApi.list, undefined, signal) })

const useRefreshRotas = () => useRefresh(rotaKeys.all)

export const useSaveRota = () =>
  useMutation({
    mutationFn: ({ id, body }: { id: string | undefined; body: RotaBody }) =>
      id ? call(rotaApi.change, { params: { id }, body }) : call(rotaApi.create, { body }),
    onSuccess: useRefreshRotas(),
  })

export const useRemoveRota = () =>
  useMutation({
    mutationFn: ({ _id }: { _id: string }) => call(rotaApi.remove, { params: { id: _id } }),
    onSuccess: useRefreshRotas(),
  })

export const useSwap = () =>
  useMutation({
    mutationFn: ({ id, ...body }: RotaSwap & { id: string }) => call(rotaApi.swap, { params: { id }, body }),
    onSuccess: useRefreshRotas(),
  })
