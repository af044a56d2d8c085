import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CallInput, type ImportedRegion, regionApi } from '#contract'
import { call } from '../../api/call.ts'
import { useRefresh, useUses } from '../../api/query-hooks.ts'
import { upload } from '../../api/upload.ts'
import { serviceKeys } from '../../people/service/keys.ts'
import { toastProblem } from '../../ui/overlays/toast.ts'
import { aoiKeys } from '../aoi/keys.ts'
import { metricKeys } from '../metric/keys.ts'
import { regionKeys } from './keys.ts'

export const regionsQuery = queryOptions({
  queryKey: regionKeys.all,
  queryFn: ({ signal }) => call(regionApi.all, undefined, signal),
})

export const useRegions = ({ enabled = true } = {}) => useQuery({ ...regionsQuery, enabled })

const useRefreshRegions = () => useRefresh(regionKeys.all, serviceKeys.all, aoiKeys.all, metricKeys.results)

export type RegionBody = CallInput<typeof regionApi.create>['body']

export const useSaveRegion = () =>
  useMutation({
    mutationFn: ({ id, body }: { id: string | undefined; body: RegionBody }) =>
      id ? call(regionApi.change, { params: { id }, body }) : call(regionApi.create, { body }),
    onSuccess: useRefreshRegions(),
    onError: toastProblem,
  })

export const useImportRegions = () =>
  useMutation({
    mutationFn: (regions: ImportedRegion[]) => call(regionApi.import, { body: { regions } }),
    onSuccess: useRefreshRegions(),
    onError: toastProblem,
  })

export const useRegionUses = (id: string | undefined) =>
  useUses(regionKeys.uses(id), id, (id, signal) => call(regionApi.uses, { params: { id } }, signal))

export const useRemoveRegion = () =>
  useMutation({
    mutationFn: ({ _id }: { _id: string }) => call(regionApi.remove, { params: { id: _id } }),
    onSuccess: useRefreshRegions(),
  })

export type LocalMapBody = CallInput<typeof regionApi.createLocalMap>['body']

export const useSaveLocalMap = () => {
  const [sent, setSent] = useState(0)
  const save = useMutation({
    mutationFn: ({ id, body, file }: { id: string | undefined; body: LocalMapBody; file: File | null }) => {
      setSent(0)
      const files = file ? { file } : {}
      return id
        ? upload(regionApi.changeLocalMap, { params: { id }, body, files }, setSent)
        : upload(regionApi.createLocalMap, { body, files }, setSent)
    },
    onSuccess: useRefreshRegions(),
    onError: toastProblem,
  })
  return { ...save, sent }
}

export const useRemoveLocalMap = () =>
  useMutation({
    mutationFn: ({ _id }: { _id: string }) => call(regionApi.removeLocalMap, { params: { id: _id } }),
    onSuccess: useRefreshRegions(),
  })
