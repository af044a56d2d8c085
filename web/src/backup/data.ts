import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Backups, backupApi, type NightlyBackup } from '#contract'
import { call } from '../api/call.ts'
import { toastProblem } from '../ui/overlays/toast.ts'

const queryKey = ['backup']

/** Asked again every few seconds while a backup is being made. */
export const useBackups = () =>
  useQuery({
    queryKey,
    queryFn: ({ signal }) => call(backupApi.read, undefined, signal),
    refetchInterval: ({ state }) => (state.data?.isRunning ? 2_000 : 60_000),
  })

const useAnswer = () => {
  const queries = useQueryClient()
  return (backups: Backups) => queries.setQueryData(queryKey, backups)
}

export const useMakeBackup = () =>
  useMutation({ mutationFn: () => call(backupApi.make, undefined), onSuccess: useAnswer(), onError: toastProblem })

export const useChangeNightly = () =>
  useMutation({
    mutationFn: (change: Partial<NightlyBackup>) => call(backupApi.change, { body: change }),
    onSuccess: useAnswer(),
  })

export const useDownloadBackup = () =>
  useMutation({
    mutationFn: ({ name, password }: { name: string; password: string }) =>
      call(backupApi.download, { params: { name }, body: { password } }),
  })
