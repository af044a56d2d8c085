import { useQuery } from '@tanstack/react-query'
import type { Usage } from '#contract'

/** Uses of the item that is about to be deleted; no request while `id` is undefined. */
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
