import { useMutation } from '@tanstack/react-query'
import { type CallInput, secondFactorApi } from '#contract'
import { call } from '../../api/call.ts'
import { useRefresh } from '../../api/query-hooks.ts'
import { toastProblem } from '../../ui/overlays/toast.ts'
import { userKeys } from '../user/keys.ts'

export const useBeginSecondFactor = () =>
  useMutation({
    mutationFn: (password: string) => call(secondFactorApi.begin, { body: { password } }),
    onError: toastProblem,
  })

export const useConfirmSecondFactor = () =>
  useMutation({
    mutationFn: (code: string) => call(secondFactorApi.confirm, { body: { code } }),
    onError: toastProblem,
  })

export const useRefreshProfile = () => useRefresh(userKeys.all)

export const useTurnOffSecondFactor = () => {
  const refresh = useRefreshProfile()
  return useMutation({
    mutationFn: (body: CallInput<typeof secondFactorApi.turnOff>['body']) => call(secondFactorApi.turnOff, { body }),
    onSuccess: refresh,
    onError: toastProblem,
  })
}
