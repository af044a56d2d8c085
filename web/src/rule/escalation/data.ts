import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CallInput, escalationApi, type RotaSwap, rotaApi } from '#contract'
import { call } from '../../api/call.ts'

type PlanBody = CallInput<typeof escalationApi.createPlan>['body']
type RotaBody = CallInput<typeof rotaApi.create>['body']

export const usePlans = (isEnabled = true) =>
  useQuery({
    queryKey: ['rule', 'plans'],
    queryFn: ({ signal }) => call(escalationApi.plans, undefined, signal),
    enabled: isEnabled,
  })

export const useRotas = () =>
  useQuery({ queryKey: ['rule', 'rotas'], queryFn: ({ signal }) => call(rotaApi.list, undefined, signal) })

/** The open escalations; a live message loads them again. */
export const useEscalations = () =>
  useQuery({ queryKey: ['rule', 'escalations'], queryFn: ({ signal }) => call(escalationApi.open, undefined, signal) })

const useRefresh = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['rule'] })
}

/** Creates a plan, or changes the one with this id. */
export const useSavePlan = () =>
  useMutation({
    mutationFn: ({ id, body }: { id: string | undefined; body: PlanBody }) =>
      id ? call(escalationApi.changePlan, { params: { id }, body }) : call(escalationApi.createPlan, { body }),
    onSuccess: useRefresh(),
  })

export const useRemovePlan = () =>
  useMutation({
    mutationFn: ({ _id }: { _id: string }) => call(escalationApi.removePlan, { params: { id: _id } }),
    onSuccess: useRefresh(),
  })

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

export const useAcknowledge = () =>
  useMutation({
    mutationFn: (id: string) => call(escalationApi.acknowledge, { params: { id } }),
    onSuccess: useRefresh(),
  })

export const useHandOver = () =>
  useMutation({
    mutationFn: (id: string) => call(escalationApi.handOver, { params: { id } }),
    onSuccess: useRefresh(),
  })
