import { useMutation, useQuery } from '@tanstack/react-query'
import { type CallInput, escalationApi } from '#contract'
import { call } from '../../api/call.ts'
import { useRefresh } from '../../api/query-hooks.ts'
import { escalationKeys } from './keys.ts'

type PlanBody = CallInput<typeof escalationApi.createPlan>['body']

export const usePlans = (isEnabled = true) =>
  useQuery({
    queryKey: escalationKeys.plans,
    queryFn: ({ signal }) => call(escalationApi.plans, undefined, signal),
    enabled: isEnabled,
  })

export const useEscalations = () =>
  useQuery({ queryKey: escalationKeys.open, queryFn: ({ signal }) => call(escalationApi.open, undefined, signal) })

const useRefreshEscalations = () => useRefresh(escalationKeys.all)

export const useSavePlan = () =>
  useMutation({
    mutationFn: ({ id, body }: { id: string | undefined; body: PlanBody }) =>
      id ? call(escalationApi.changePlan, { params: { id }, body }) : call(escalationApi.createPlan, { body }),
    onSuccess: useRefreshEscalations(),
  })

export const useRemovePlan = () =>
  useMutation({
    mutationFn: ({ _id }: { _id: string }) => call(escalationApi.removePlan, { params: { id: _id } }),
    onSuccess: useRefreshEscalations(),
  })

export const useAcknowledge = () =>
  useMutation({
    mutationFn: (id: string) => call(escalationApi.acknowledge, { params: { id } }),
    onSuccess: useRefreshEscalations(),
  })

export const useHandOver = () =>
  useMutation({
    mutationFn: (id: string) => call(escalationApi.handOver, { params: { id } }),
    onSuccess: useRefreshEscalations(),
  })

/** Marks the member's messages about open escalations as seen. A live message then shows this to everyone. */
export const useNoteSeen = () => useMutation({ mutationFn: () => call(escalationApi.noteSeen) })
