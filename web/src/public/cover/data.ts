import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type CoverStroke, coverApi } from '#contract'
import { call } from '../../api/call.ts'

const tokenOf = (address: string): string => address.slice(address.lastIndexOf('/') + 1)

/** Reloads all lists and cards, because any may show redacted contents. */
export const useCoverPhoto = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ src, strokes }: { src: string; strokes: CoverStroke[] }) =>
      call(coverApi.photo, { body: { file: tokenOf(src), strokes } }),
    onSuccess: () => queries.invalidateQueries(),
  })
}

export const useCoverWords = (id: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (words: string[]) => call(coverApi.words, { params: { id }, body: { words } }),
    onSuccess: () => queries.invalidateQueries(),
  })
}
