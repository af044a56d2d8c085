import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { aoiApi, type CalendarItem, type CallInput, calendarApi } from '#contract'
import { call } from '../../api/call.ts'
import { reachable } from '../../api/reachable.ts'
import { aoiKeys } from '../../core/aoi/keys.ts'
import { calendarKeys } from './keys.ts'

type Query = CallInput<typeof calendarApi.items>['query']
export type CalendarFilter = Omit<Query, 'startTime' | 'endTime' | 'timeZone' | 'withEvents'>
export type TimeSpan = { start: Date; end: Date }

type Answer = { items: CalendarItem[]; hidden: number }

export const useCalendar = (stretch: TimeSpan | undefined, filter: CalendarFilter, withEvents: boolean) => {
  const query = {
    ...filter,
    startTime: stretch?.start.toISOString() ?? '',
    endTime: stretch?.end.toISOString() ?? '',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    withEvents: String(withEvents),
  }
  return useQuery({
    queryKey: calendarKeys.items(query),
    queryFn: ({ signal }) => call(calendarApi.items, { query }, signal),
    enabled: stretch !== undefined,
    placeholderData: keepPreviousData,
  })
}

export type Times = Pick<CalendarItem, 'startTime' | 'endTime'>

export const useMove = () => {
  const queries = useQueryClient()
  const show = (id: string, times: Times) =>
    queries.setQueriesData<Answer>({ queryKey: calendarKeys.all }, (answer) =>
      answer?.items.some(({ _id }) => _id === id)
        ? { ...answer, items: answer.items.map((item) => (item._id === id ? { ...item, ...times } : item)) }
        : answer,
    )
  return useMutation({
    mutationFn: ({ item, times }: { item: CalendarItem; times: Times }) =>
      call(aoiApi.change, {
        params: { number: item.number },
        body: { startTime: times.startTime ?? undefined, plannedTime: times.endTime ?? undefined },
        files: {},
      }),
    onMutate: async ({ item, times }) => {
      await queries.cancelQueries({ queryKey: calendarKeys.all })
      show(item._id, times)
    },
    onError: (_problem, { item }) => show(item._id, item),
    onSettled: () => queries.invalidateQueries({ queryKey: aoiKeys.all }),
  })
}

export const useFeeds = () =>
  useQuery({ queryKey: calendarKeys.feeds, queryFn: ({ signal }) => call(calendarApi.feeds, undefined, signal) })

export const useCreateFeed = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const { link, dutyLink } = await call(calendarApi.createFeed)
      return { link: reachable(link), dutyLink: reachable(dutyLink) }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: calendarKeys.feeds }),
  })
}

export const useRevokeFeed = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(calendarApi.revokeFeed, { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: calendarKeys.feeds }),
  })
}
