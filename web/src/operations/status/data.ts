import { useQuery } from '@tanstack/react-query'
import { statusApi } from '#contract'
import { call } from '../../api/call.ts'

const statusKeys = { all: ['status'], faults: ['status', 'faults'] } as const

export const useStatus = () =>
  useQuery({
    queryKey: statusKeys.all,
    queryFn: ({ signal }) => call(statusApi.read, undefined, signal),
    refetchInterval: 60_000,
  })

/** Runs only on request, because the check sends requests and takes seconds. */
export const useFaults = (isAsked: boolean) =>
  useQuery({
    queryKey: statusKeys.faults,
    queryFn: ({ signal }) => call(statusApi.faults, undefined, signal),
    enabled: isAsked,
  })
