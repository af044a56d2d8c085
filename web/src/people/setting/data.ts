import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CallInput, type NewTerms, type Settings, settingApi } from '#contract'
import { call } from '../../api/call.ts'
import { toastProblem } from '../../ui/overlays/toast.ts'
import { settingKeys } from './keys.ts'

export const settingsQuery = {
  queryKey: settingKeys.all,
  queryFn: ({ signal }: { signal: AbortSignal }) => call(settingApi.read, undefined, signal),
}

export const useSettings = () => useQuery(settingsQuery)

export const useChangeSettings = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: Partial<Pick<Settings, 'name' | 'offlineMode'>>) => call(settingApi.change, { body: change }),
    onSuccess: (settings) => queries.setQueryData(settingsQuery.queryKey, settings),
  })
}

export const usePublishTerms = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (terms: NewTerms) => call(settingApi.publishTerms, { body: terms }),
    onSuccess: (settings) => queries.setQueryData(settingsQuery.queryKey, settings),
    onError: toastProblem,
  })
}

export const usePublishNotice = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (notice: CallInput<typeof settingApi.publishNotice>['body']) =>
      call(settingApi.publishNotice, { body: notice }),
    onSuccess: (settings) => queries.setQueryData(settingsQuery.queryKey, settings),
  })
}

export const useRemoveNotice = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(settingApi.removeNotice, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: settingsQuery.queryKey }),
    onError: toastProblem,
  })
}

export const useHealth = () =>
  useQuery({
    queryKey: settingKeys.health,
    queryFn: ({ signal }) => call(settingApi.health, undefined, signal),
    refetchInterval: 10_000,
  })

export const useRefusals = () =>
  useQuery({
    queryKey: settingKeys.refusals,
    queryFn: ({ signal }) => call(settingApi.refusals, undefined, signal),
    refetchInterval: 30_000,
  })
