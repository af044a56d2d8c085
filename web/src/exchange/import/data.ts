import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Import, type ImportEncoding, type ImportedRow, type ImportMapping, importApi } from '#contract'
import { call } from '../../api/call.ts'
import { type OnProgress, upload } from '../../api/upload.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { toastProblem } from '../../ui/overlays/toast.ts'
import { importKeys } from './keys.ts'

const WATCH_MS = 1000

const isAtWork = ({ state }: Import) => state === 'reading' || state === 'running' || state === 'undoing'

export const useImports = () =>
  useQuery({ queryKey: importKeys.list, queryFn: ({ signal }) => call(importApi.list, undefined, signal) })

/** Polled every second while the server works on the import. */
export const useImport = (id: string) =>
  useQuery({
    queryKey: importKeys.one(id),
    queryFn: ({ signal }) => call(importApi.read, { params: { id } }, signal),
    refetchInterval: ({ state: { data } }) => (data && isAtWork(data) ? WATCH_MS : false),
  })

const useImportChange = <Input>(mutationFn: (input: Input) => Promise<Import>) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (changed) => {
      queries.setQueryData(importKeys.one(changed._id), changed)
      return queries.invalidateQueries({ queryKey: importKeys.list })
    },
    onError: toastProblem,
  })
}

type Upload = { file: File; encoding?: ImportEncoding; onProgress: OnProgress }

export const useUploadImport = () =>
  useImportChange(({ file, encoding, onProgress }: Upload) => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const body = { name: file.name, timeZone, language: currentLanguage(), ...(encoding && { encoding }) }
    return upload(importApi.upload, { body, files: { file } }, onProgress)
  })

type WithMapping = { id: string; mapping: ImportMapping }

export const useStartImport = () =>
  useImportChange(({ id, ...body }: WithMapping & { isReported: boolean }) =>
    call(importApi.start, { params: { id }, body }),
  )

export const useCancelImport = () => useImportChange((id: string) => call(importApi.cancel, { params: { id } }))

export const useUndoImport = () => useImportChange((id: string) => call(importApi.undo, { params: { id } }))

export const useDiscardImport = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(importApi.remove, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: importKeys.list }),
    onError: toastProblem,
  })
}

export const useImportPreview = ({ id, mapping }: WithMapping) =>
  useInfiniteQuery({
    queryKey: importKeys.preview(id, mapping),
    queryFn: ({ pageParam, signal }) =>
      call(importApi.preview, { params: { id }, body: { mapping, after: pageParam } }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })

type Which = { id: string; which: 'rejected' | 'kept' }

export const useImportRows = ({ id, which, enabled }: Which & { enabled: boolean }) =>
  useQuery({
    queryKey: importKeys.rows(id, which),
    queryFn: ({ signal }) => call(importApi.rows, { params: { id }, query: { which } }, signal),
    enabled,
  })

export const readRejected = async (id: string): Promise<ImportedRow[]> => {
  const rows: ImportedRow[] = []
  for (let after: number | null = 0; after !== null; ) {
    const page: { rows: ImportedRow[]; next: number | null } = await call(importApi.rows, {
      params: { id },
      query: { which: 'rejected', after },
    })
    rows.push(...page.rows)
    after = page.next
  }
  return rows
}
