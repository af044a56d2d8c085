import { useMutation, useQuery } from '@tanstack/react-query'
import { type CallInput, exportApi } from '#contract'
import { call } from '../../api/call.ts'
import { download } from '../../api/download.ts'
import { exportKeys } from './keys.ts'

type Order = CallInput<typeof exportApi.file>['body']
/** The query of a list, optionally with the ids of some of its rows. */
export type ExportedList = Pick<Order, 'list' | 'query' | 'ids'>
export type Format = Order['format']

export const useAboutExport = (list: ExportedList, language: Order['language']) =>
  useQuery({
    queryKey: exportKeys.about(list, language),
    queryFn: ({ signal }) => call(exportApi.about, { body: { ...list, language } }, signal),
    // Not cached, so that each opened dialog shows the current number of rows.
    staleTime: 0,
    gcTime: 0,
  })

export const useExportFile = (onBytes: (bytes: number) => void) =>
  useMutation({
    mutationFn: ({ order, signal }: { order: Order; signal: AbortSignal }) =>
      download(exportApi.file, { body: order }, { signal, onBytes }),
  })
