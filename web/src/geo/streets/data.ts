import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Box, STREETS_PART_BYTES, type Streets, type StreetsReason, streetsApi } from '#contract'
import { call } from '../../api/call.ts'
import { randomId } from '../../api/random-id.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { toastProblem } from '../../ui/overlays/toast.ts'
import { streetsKeys } from './keys.ts'

const WATCH_MS = 1000

const isBuilding = ({ areas }: Streets) =>
  areas.some(({ addresses: { state } }) => state === 'waiting' || state === 'building')

/** Streets and their state, polled every second during downloads and index builds. */
export const useStreets = ({ enabled = true } = {}) =>
  useQuery({
    enabled,
    queryKey: streetsKeys.all,
    queryFn: ({ signal }) => call(streetsApi.read, undefined, signal),
    refetchInterval: ({ state: { data } }) =>
      data && (data.job?.state === 'running' || isBuilding(data)) ? WATCH_MS : false,
  })

const useStreetsChange = <Input>(mutationFn: (input: Input) => Promise<Streets>) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (streets) => queries.setQueryData(streetsKeys.all, streets),
    onError: toastProblem,
  })
}

export const useGetStreets = () =>
  useStreetsChange(({ box, maxZoom }: { box: Box; maxZoom?: number }) =>
    call(streetsApi.get, { body: { box, ...(maxZoom && { maxZoom }), language: currentLanguage() } }),
  )

export const useDiscardStreets = () => useStreetsChange((id: string) => call(streetsApi.discard, { params: { id } }))

export const useCancelStreets = () => useStreetsChange(() => call(streetsApi.cancel))

export const useRemoveStreets = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(streetsApi.remove, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: streetsKeys.all }),
    onError: toastProblem,
  })
}

export const useEstimate = (box: Box | undefined) =>
  useQuery({
    queryKey: streetsKeys.estimate(box),
    queryFn: ({ signal }) => call(streetsApi.estimate, { body: { box: box as Box } }, signal),
    enabled: box !== undefined,
    staleTime: 600_000,
  })

type Upload = { file: File; onProgress: (part: number) => void }

/** Uploads a file in parts, one after another; returns the problem, if any. */
const uploadFile = async ({ file, onProgress }: Upload): Promise<StreetsReason | null> => {
  const upload = randomId()
  for (let offset = 0; ; offset += STREETS_PART_BYTES) {
    onProgress(offset / file.size)
    const { isComplete, problem } = await call(streetsApi.upload, {
      params: { upload },
      body: { name: file.name, offset, bytes: file.size },
      files: { part: file.slice(offset, offset + STREETS_PART_BYTES) },
    })
    if (isComplete || problem) return problem
  }
}

export const useUploadStreets = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: uploadFile,
    onSuccess: () => queries.invalidateQueries({ queryKey: streetsKeys.all }),
    onError: toastProblem,
  })
}
