import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { smsApi } from '#contract'
import { call } from '../../api/call.ts'

const smsKeys = { state: ['sms'] } as const

export const useSmsState = () =>
  useQuery({ queryKey: smsKeys.state, queryFn: ({ signal }) => call(smsApi.state, undefined, signal) })

export const useSendTest = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (phone: string) => call(smsApi.sendTest, { body: { phone } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: smsKeys.state }),
  })
}
