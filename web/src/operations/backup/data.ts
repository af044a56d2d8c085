import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Backups, backupApi, type NightlyBackup } from '#contract'
import { call } from '../../api/call.ts'
import { toastProblem } from '../../ui/overlays/toast.ts'

const backupKeys = { all: ['backup'] } as const

/** Backups, polled every few seconds during a backup or restore. The server is unreachable for part of a restore. */
export const useBackups = () =>
  useQuery({
    queryKey: backupKeys.all,
    queryFn: ({ signal }) => call(backupApi.read, undefined, signal),
    refetchInterval: ({ state }) => (state.data?.isRunning || state.data?.isRestoring ? 2_000 : 60_000),
  })

const HOUR_MS = 3_600_000

/** Whether backups need attention. For the server's owner only. */
export const useBackupState = () =>
  useQuery({
    queryKey: backupKeys.all,
    queryFn: ({ signal }) => call(backupApi.read, undefined, signal),
    staleTime: HOUR_MS,
    refetchInterval: HOUR_MS,
  })

const useAnswer = () => {
  const queries = useQueryClient()
  return (backups: Backups) => queries.setQueryData(backupKeys.all, backups)
}

export const useMakeBackup = () =>
  useMutation({ mutationFn: () => call(backupApi.make, undefined), onSuccess: useAnswer(), onError: toastProblem })

export const useChangeNightly = () =>
  useMutation({
    mutationFn: (change: Partial<NightlyBackup>) => call(backupApi.change, { body: change }),
    onSuccess: useAnswer(),
  })

type Restore = { name: string; serverName: string; password: string; passphrase?: string }

export const useRestoreBackup = () =>
  useMutation({
    mutationFn: ({ name, ...body }: Restore) => call(backupApi.restore, { params: { name }, body }),
    onSuccess: useAnswer(),
    onError: toastProblem,
  })

export const useDownloadBackup = () =>
  useMutation({
    mutationFn: ({ name, password }: { name: string; password: string }) =>
      call(backupApi.download, { params: { name }, body: { password } }),
    onError: toastProblem,
  })
