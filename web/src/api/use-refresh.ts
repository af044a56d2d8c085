import { type QueryKey, useQueryClient } from '@tanstack/react-query'

export const useRefresh = (...stale: QueryKey[]) => {
  const queries = useQueryClient()
  return async (): Promise<void> => {
    await Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
}
