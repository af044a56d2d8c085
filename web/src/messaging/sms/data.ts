import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { smsApi } from '#contract'
import { call } from '../../api/call.ts'

const stateKey = ['sms']

export const useSmsState = () =>
  useQuery({ queryKey: stateKey, queryFn: ({ signal }) => call(smsApi.state, undefined, signal) })

export const useSendTest = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (phone: string) => call(smsApi.sendTest, { body: { phone } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: stateKey }),
  })
}
