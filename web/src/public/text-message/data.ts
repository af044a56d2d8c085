import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CallInput, textMessageApi } from '#contract'
import { call } from '../../api/call.ts'
import { toastProblem } from '../../ui/overlays/toast.ts'

const textMessageKeys = { inbox: ['textInbox'] } as const

export const useTextInbox = () =>
  useQuery({
    queryKey: textMessageKeys.inbox,
    queryFn: ({ signal }) => call(textMessageApi.inbox, undefined, signal),
  })

const useReload = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: textMessageKeys.inbox })
}

export type InboxValues = CallInput<typeof textMessageApi.openInbox>['body']

export const useOpenInbox = () =>
  useMutation({
    mutationFn: (body: InboxValues) => call(textMessageApi.openInbox, { body }),
    onSuccess: useReload(),
  })

export const useCloseInbox = () =>
  useMutation({ mutationFn: () => call(textMessageApi.closeInbox), onSuccess: useReload(), onError: toastProblem })
