import { useQuery } from '@tanstack/react-query'
import { userApi } from '#contract'
import { call } from '../../api/call.ts'

/** Who is online is known for a minute; so the list is asked again as often. */
const REFRESH_MS = 30_000

export const useTeam = () =>
  useQuery({
    queryKey: ['user', 'grouped'],
    queryFn: ({ signal }) => call(userApi.grouped, undefined, signal),
    refetchInterval: REFRESH_MS,
  })

export const useMember = (id: string) =>
  useQuery({
    queryKey: ['user', 'one', id],
    queryFn: ({ signal }) => call(userApi.withLogs, { params: { id } }, signal),
  })
