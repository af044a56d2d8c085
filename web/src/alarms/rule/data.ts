import { useMutation, useQuery } from '@tanstack/react-query'
import { type CallInput, ruleApi } from '#contract'
import { call } from '../../api/call.ts'
import { useRefresh } from '../../api/query-hooks.ts'
import { toastProblem } from '../../ui/overlays/toast.ts'
import { ruleKeys } from './keys.ts'

export type RuleBody = CallInput<typeof ruleApi.create>['body']
type MuteBody = CallInput<typeof ruleApi.mute>['body']

/** Mantine's colours for the severities of alarms. */
export const severityColours = { high: 'red', warning: 'orange', info: 'blue' } as const

export const useRules = ({ enabled = true } = {}) =>
  useQuery({ queryKey: ruleKeys.list, queryFn: ({ signal }) => call(ruleApi.list, undefined, signal), enabled })

/** The past and open alarms of one sensor or, without `sensor`, all open alarms. */
export const useAlarms = (sensor?: string) =>
  useQuery({
    queryKey: ruleKeys.alarms(sensor),
    queryFn: ({ signal }) => call(ruleApi.alarms, { query: sensor ? { sensor } : {} }, signal),
  })

export const useMutes = () =>
  useQuery({ queryKey: ruleKeys.mutes, queryFn: ({ signal }) => call(ruleApi.mutes, undefined, signal) })

const useRefreshRules = () => useRefresh(ruleKeys.all)

export const useSaveRule = () =>
  useMutation({
    mutationFn: ({ id, body }: { id: string | undefined; body: RuleBody }) =>
      id ? call(ruleApi.change, { params: { id }, body }) : call(ruleApi.create, { body }),
    onSuccess: useRefreshRules(),
  })

export const useSwitchRule = () =>
  useMutation({
    mutationFn: ({ _id, isEnabled }: { _id: string; isEnabled: boolean }) =>
      call(ruleApi.change, { params: { id: _id }, body: { isEnabled } }),
    onSuccess: useRefreshRules(),
  })

export const useRemoveRule = () =>
  useMutation({
    mutationFn: ({ _id }: { _id: string }) => call(ruleApi.remove, { params: { id: _id } }),
    onSuccess: useRefreshRules(),
  })

export const useTryRule = () =>
  useMutation({
    mutationFn: (body: { rule: RuleBody; sensorId: string | undefined }) => call(ruleApi.try, { body }),
  })

export const useEndAlarm = () =>
  useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      call(ruleApi.endAlarm, { params: { id }, body: { reason } }),
    onSuccess: useRefreshRules(),
  })

export const useMute = () =>
  useMutation({
    mutationFn: (body: MuteBody) => call(ruleApi.mute, { body }),
    onSuccess: useRefreshRules(),
    onError: toastProblem,
  })

export const useUnmute = () =>
  useMutation({
    mutationFn: ({ _id }: { _id: string }) => call(ruleApi.unmute, { params: { id: _id } }),
    onSuccess: useRefreshRules(),
  })
