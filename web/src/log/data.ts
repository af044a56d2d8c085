import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type CallInput, logApi } from '#contract'
import { call } from '../api/call.ts'

type Body = CallInput<typeof logApi.add>['body']

/** The nonce makes a retry after a lost answer the same entry (behaviour 10). */
export const useAddEntry = (number: number) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Body) => call(logApi.add, { params: { number }, body }),
    retry: (count, error) => count < 2 && (error as { code?: string }).code === 'network',
    onSuccess: () => queries.invalidateQueries({ queryKey: ['aoi'] }),
  })
}
