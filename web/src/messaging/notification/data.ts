import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type NotificationPreferences, type Notifications, notificationApi } from '#contract'
import { call } from '../../api/call.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { toastProblem } from '../../ui/overlays/toast.ts'
import { pushState, turnPushOff, turnPushOn } from './push.ts'

const notificationKeys = {
  own: ['user', 'notifications'],
  push: ['device', 'push'],
} as const

const LOOK_AGAIN_MS = 3000

export const useNotifications = () =>
  useQuery({
    queryKey: notificationKeys.own,
    meta: { isStored: false },
    queryFn: ({ signal }) => call(notificationApi.read, undefined, signal),
  })

/** Applies the change at once, and reloads the settings if the server refuses it. */
export const useChangeNotifications = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<NotificationPreferences>) => call(notificationApi.change, { body }),
    onMutate: (change) =>
      queries.setQueryData<Notifications>(notificationKeys.own, (now) => now && { ...now, ...change }),
    onSuccess: (now) => queries.setQueryData(notificationKeys.own, now),
    onError: (error) => {
      void toastProblem(error)
      return queries.invalidateQueries({ queryKey: notificationKeys.own })
    },
  })
}

export const useSendTest = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(notificationApi.sendTest),
    onSettled: () => queries.invalidateQueries({ queryKey: notificationKeys.own }),
  })
}

/** The push state of this browser, which only the browser knows. */
export const usePushState = () =>
  useQuery({
    queryKey: notificationKeys.push,
    meta: { isStored: false },
    queryFn: pushState,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    // Repeats the check, because the service worker may still be installing.
    refetchInterval: ({ state }) => state.data === 'impossible' && LOOK_AGAIN_MS,
  })

export const useTurnPush = (account: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (isOn: boolean) => (isOn ? turnPushOn(account, currentLanguage()) : turnPushOff()),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: notificationKeys.push }),
        queries.invalidateQueries({ queryKey: notificationKeys.own }),
      ]),
  })
}
