import { type QueryKey, useQueryClient } from '@tanstack/react-query'

/** A function that loads again what a change made out of date; returned to a mutation, it is awaited. */
export const useRefresh = (...stale: QueryKey[]) => {
  const queries = useQueryClient()
  return async (): Promise<void> => {
    await Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
}
