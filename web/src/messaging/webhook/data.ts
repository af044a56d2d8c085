import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Webhook, webhookApi } from '#contract'
import { call } from '../../api/call.ts'
import { toastProblem } from '../../ui/overlays/toast.ts'

const webhookKeys = {
  all: ['webhooks'],
  deliveries: (id: string) => ['webhooks', id, 'deliveries'],
} as const

export const useWebhooks = () =>
  useQuery({ queryKey: webhookKeys.all, queryFn: ({ signal }) => call(webhookApi.list, undefined, signal) })

const REFRESH_MS = 10_000

export const useDeliveries = (id: string) =>
  useQuery({
    queryKey: webhookKeys.deliveries(id),
    queryFn: ({ signal }) => call(webhookApi.deliveries, { params: { id } }, signal),
    refetchInterval: REFRESH_MS,
  })

const useReload = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: webhookKeys.all })
}

export type WebhookValues = Pick<Webhook, 'url' | 'events' | 'eventTypes' | 'regions'>

export const useCreateWebhook = () =>
  useMutation({
    mutationFn: (body: WebhookValues) => call(webhookApi.create, { body }),
    onSuccess: useReload(),
    onError: toastProblem,
  })

export const useChangeWebhook = (id: string) =>
  useMutation({
    mutationFn: (body: Partial<WebhookValues> & { isEnabled?: boolean }) =>
      call(webhookApi.change, { params: { id }, body }),
    onSuccess: useReload(),
    onError: toastProblem,
  })

export const useReplaceSecret = (id: string) =>
  useMutation({ mutationFn: () => call(webhookApi.replaceSecret, { params: { id } }), onError: toastProblem })

export const useRemoveWebhook = ({ _id }: Webhook) =>
  useMutation({
    mutationFn: () => call(webhookApi.remove, { params: { id: _id } }),
    onSuccess: useReload(),
    onError: toastProblem,
  })

export const useSendTest = (id: string) =>
  useMutation({ mutationFn: () => call(webhookApi.sendTest, { params: { id } }), onSuccess: useReload() })

export const useSendAgain = (id: string) =>
  useMutation({
    mutationFn: (delivery: string) => call(webhookApi.sendAgain, { params: { id, delivery } }),
    onSuccess: useReload(),
    onError: toastProblem,
  })
