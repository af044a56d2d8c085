import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReporterTexts, visitorApi } from '#contract'
import { call } from '../../api/call.ts'

const key = ['visitor', 'texts']

export const useReporterTexts = () =>
  useQuery({ queryKey: key, queryFn: ({ signal }) => call(visitorApi.texts, undefined, signal), staleTime: 60_000 })

export const useChangeReporterTexts = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: ReporterTexts) => call(visitorApi.changeTexts, { body }),
    onSuccess: (texts) => queries.setQueryData(key, texts),
  })
}
