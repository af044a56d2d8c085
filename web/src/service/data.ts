import { useQuery } from '@tanstack/react-query'
import { serviceApi } from '#contract'
import { call } from '../api/call.ts'

/** A service with its regions and local maps. */
export const useService = (id: string) =>
  useQuery({
    queryKey: ['service', 'one', id],
    queryFn: ({ signal }) => call(serviceApi.byId, { params: { id } }, signal),
    staleTime: 60_000,
  })
