import { useMutation, useQuery } from '@tanstack/react-query'
import { type CallInput, exportApi } from '#contract'
import { call } from '../../api/call.ts'
import { download } from '../../api/download.ts'
import { exportKeys } from './keys.ts'

type Order = CallInput<typeof exportApi.file>['body']
/** What is exported: the query of a list, or some of its rows. */
export type ExportedList = Pick<Order, 'list' | 'query' | 'ids'>
export type Format = Order['format']

export const useAboutExport = (list: ExportedList, language: Order['language']) =>
  useQuery({
    queryKey: exportKeys.about(list, language),
    queryFn: ({ signal }) => call(exportApi.about, { body: { ...list, language } }, signal),
    // The number of rows is that of the moment when the dialog opens.
    staleTime: 0,
    gcTime: 0,
  })

export const useExportFile = (onBytes: (bytes: number) => void) =>
  useMutation({
    mutationFn: ({ order, signal }: { order: Order; signal: AbortSignal }) =>
      download(exportApi.file, { body: order }, { signal, onBytes }),
  })
