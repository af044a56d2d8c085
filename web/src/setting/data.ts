import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type NewTerms, type Settings, settingApi } from '#contract'
import { call } from '../api/call.ts'

export const settingsQuery = {
  queryKey: ['setting'],
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
  })
}
