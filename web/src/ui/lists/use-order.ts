import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { toastProblem } from '../overlays/toast.ts'

/** Saves the order of a list optimistically, with a rollback if the request fails. */
export const useOrder = <T extends { _id: string }>(queryKey: QueryKey, send: (ids: string[]) => Promise<unknown>) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onMutate: (ids) =>
      queries.setQueryData<T[]>(queryKey, (items) =>
        items?.toSorted((a, b) => ids.indexOf(a._id) - ids.indexOf(b._id)),
      ),
    onError: toastProblem,
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
}
