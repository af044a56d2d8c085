import { useQuery } from '@tanstack/react-query'
import { roleApi } from '#contract'
import { call } from '../api/call.ts'

/** One's own role, with the event types and the actions that it offers. */
export const useOwnRole = () =>
  useQuery({
    queryKey: ['service', 'ownRole'],
    queryFn: ({ signal }) => call(roleApi.profile, undefined, signal),
    staleTime: 60_000,
  })
