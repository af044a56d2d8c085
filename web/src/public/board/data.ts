import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type BoardChange, boardApi, type PublicText } from '#contract'
import { call } from '../../api/call.ts'
import { aoiKeys } from '../../core/aoi/keys.ts'

const boardKeys = {
  settings: ['board', 'settings'],
  text: (id: string) => aoiKeys.about(id, 'publicText'),
} as const

export const useBoardSettings = ({ enabled = true } = {}) =>
  useQuery({
    queryKey: boardKeys.settings,
    queryFn: ({ signal }) => call(boardApi.settings, undefined, signal),
    enabled,
    staleTime: 60_000,
  })

export const useChangeBoard = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Omit<BoardChange, 'timeZone'>) => {
      const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
      return call(boardApi.change, { body: { ...body, timeZone } })
    },
    onSuccess: (settings) => queries.setQueryData(boardKeys.settings, settings),
  })
}

export const usePublicText = (id: string, { enabled }: { enabled: boolean }) =>
  useQuery({
    queryKey: boardKeys.text(id),
    queryFn: ({ signal }) => call(boardApi.text, { params: { id } }, signal),
    enabled,
  })

export type PublishedParts = Pick<PublicText, 'text' | 'hasPhoto'>

export const useWritePublicText = (id: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: PublishedParts) => call(boardApi.writeText, { params: { id }, body }),
    onSuccess: (text) => queries.setQueryData(boardKeys.text(id), text),
  })
}
