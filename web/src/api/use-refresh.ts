import { type QueryKey, useQueryClient } from '@tanstack/react-query'

/** Invalidates queries that a change made stale. Return it from a mutation to await the refetch. */
export const useRefresh = (...stale: QueryKey[]) => {
  const queries = useQueryClient()
  return async (): Promise<void> => {
    await Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
}
