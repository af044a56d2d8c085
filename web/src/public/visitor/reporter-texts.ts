import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReporterTexts, visitorApi } from '#contract'
import { call } from '../../api/call.ts'
import { visitorKeys } from './keys.ts'

export const useReporterTexts = () =>
  useQuery({
    queryKey: visitorKeys.texts,
    queryFn: ({ signal }) => call(visitorApi.texts, undefined, signal),
    staleTime: 60_000,
  })

export const useChangeReporterTexts = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: ReporterTexts) => call(visitorApi.changeTexts, { body }),
    onSuccess: (texts) => queries.setQueryData(visitorKeys.texts, texts),
  })
}
