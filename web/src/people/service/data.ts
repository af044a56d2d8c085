import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CallInput, type MapSettings, serviceApi } from '#contract'
import { call } from '../../api/call.ts'
import { toastProblem } from '../../ui/overlays/toast.ts'
import { userKeys } from '../user/keys.ts'
import { serviceKeys } from './keys.ts'

export const useService = (id: string) =>
  useQuery({
    queryKey: serviceKeys.one(id),
    queryFn: ({ signal }) => call(serviceApi.byId, { params: { id } }, signal),
    staleTime: 60_000,
  })

type Change = CallInput<typeof serviceApi.change, Blob>

export const useChangeService = (id: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ body, logo }: { body: Change['body']; logo: File | null }) =>
      call(serviceApi.change, { params: { id }, body, files: logo ? { logo } : {} }),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: serviceKeys.all }),
        queries.invalidateQueries({ queryKey: userKeys.profile }),
      ]),
  })
}

export const useMapSettings = (id: string) =>
  useQuery({
    queryKey: serviceKeys.map(id),
    queryFn: ({ signal }) => call(serviceApi.mapSettings, { params: { id } }, signal),
  })

export const useChangeMapSettings = (id: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<MapSettings>) => call(serviceApi.changeMapSettings, { params: { id }, body }),
    onSuccess: (settings) => queries.setQueryData(serviceKeys.map(id), settings),
  })
}

export const useCheckMap = () =>
  useMutation({
    mutationFn: (body: { kind: 'style' | 'geocoder'; url: string }) => call(serviceApi.checkMap, { body }),
  })

export const useServicesOfServer = () =>
  useQuery({ queryKey: serviceKeys.ofServer, queryFn: ({ signal }) => call(serviceApi.ofServer, undefined, signal) })

export const useCreateService = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof serviceApi.create>['body']) => call(serviceApi.create, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: serviceKeys.ofServer }),
  })
}

export const useRemoveService = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(serviceApi.remove, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: serviceKeys.ofServer }),
    onError: toastProblem,
  })
}
