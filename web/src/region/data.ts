import { useQuery } from '@tanstack/react-query'
import { regionApi } from '#contract'
import { call } from '../api/call.ts'

export const useRegions = ({ enabled = true } = {}) =>
  useQuery({
    queryKey: ['region'],
    queryFn: ({ signal }) => call(regionApi.all, undefined, signal),
    enabled,
  })
