import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CallInput, type EventType, eventTypeApi, Problem } from '#contract'
import { call } from '../../api/call.ts'
import { useUses } from '../../api/query-hooks.ts'
import { serviceKeys } from '../../people/service/keys.ts'
import { withSymbols } from '../../ui/icons/symbols.ts'
import { useOrder } from '../../ui/lists/use-order.ts'
import { eventTypeKeys } from './keys.ts'

export const useEventTypeList = (service: string) =>
  useQuery({
    queryKey: eventTypeKeys.list(service),
    queryFn: ({ signal }) => call(eventTypeApi.ofService, { params: { service }, query: {} }, signal).then(withSymbols),
    staleTime: 60_000,
  })

type Question = CallInput<typeof eventTypeApi.suggest>['body']

export const useTypeSuggestions = (question: Question | undefined) =>
  useQuery({
    queryKey: eventTypeKeys.suggestions(question),
    queryFn: ({ signal }) => (question ? call(eventTypeApi.suggest, { body: question }, signal) : []),
    enabled: question !== undefined,
    placeholderData: (before) => before,
    staleTime: 60_000,
  })

export type EventTypeFields = CallInput<typeof eventTypeApi.change>['body']

export const useSaveEventType = (id: string | undefined) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (fields: EventTypeFields) =>
      id
        ? call(eventTypeApi.change, { params: { id }, body: fields })
        : call(eventTypeApi.create, { body: fields as CallInput<typeof eventTypeApi.create>['body'] }),
    onSuccess: (type) => {
      queries.setQueriesData<EventType[]>({ queryKey: eventTypeKeys.list(type.service) }, (types) =>
        types?.map((one) => (one._id === type._id ? type : one)),
      )
      return queries.invalidateQueries({ queryKey: serviceKeys.all })
    },
  })
}

export const useEventTypeUses = (id: string | undefined) =>
  useUses(eventTypeKeys.uses(id), id, (id, signal) => call(eventTypeApi.uses, { params: { id } }, signal))

export const useRemoveEventType = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ _id }: EventType) => call(eventTypeApi.remove, { params: { id: _id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: serviceKeys.all }),
  })
}

export const useOrderEventTypes = (service: string) =>
  useOrder<EventType>(eventTypeKeys.list(service), (ids) => call(eventTypeApi.order, { body: { ids } }))

export type LinkStatus = 'there' | 'nothing' | 'notLooked'

/**
 * Whether the server can reach a URL. A URL counts as reachable if the check fails, and is not checked in offline mode.
 */
export const lookAt = (url: string): Promise<LinkStatus> =>
  call(eventTypeApi.checkUrl, { body: { url } }).then(
    ({ isReachable }) => (isReachable ? 'there' : 'nothing'),
    (problem) => (problem instanceof Problem && problem.code === 'offlineMode' ? 'notLooked' : 'there'),
  )
