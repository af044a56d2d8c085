import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Usage } from '#contract'

export const useRefresh = (...stale: QueryKey[]) => {
  const queries = useQueryClient()
  return async (): Promise<void> => {
    await Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
}

/** Uses of the item that the user wants to delete; sends no request while `id` is undefined. */
export const useUses = (
  queryKey: readonly unknown[],
  id: string | undefined,
  read: (id: string, signal: AbortSignal) => Promise<Usage[]>,
) =>
  useQuery({
    queryKey,
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => read(id ?? '', signal),
    enabled: id !== undefined,
  })
