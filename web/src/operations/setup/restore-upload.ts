import { Problem, RESTORE_PART_BYTES, type SetupRestore, setupApi } from '#contract'
import { call } from '../../api/call.ts'
import { randomId } from '../../api/random-id.ts'

type Upload = { token: string; file: File; passphrase: string; onProgress: (part: number) => void }

/** Sends a backup in parts, one after another; the last part starts the restore. */
export const uploadBackup = async ({ token, file, passphrase, onProgress }: Upload): Promise<void> => {
  const upload = randomId()
  for (let offset = 0; offset < file.size; offset += RESTORE_PART_BYTES) {
    onProgress(offset / file.size)
    await call(setupApi.restore, {
      params: { upload },
      body: { token, name: file.name, offset, bytes: file.size, ...(passphrase && { passphrase }) },
      files: { part: file.slice(offset, offset + RESTORE_PART_BYTES) },
    })
  }
}

export type RestoreState = SetupRestore | 'away' | 'done'

/** State of the restore. A restored server has members, so it replies that it is already set up. */
export const readRestoreState = async (token: string): Promise<RestoreState> => {
  try {
    return await call(setupApi.restoreState, { body: { token } })
  } catch (error) {
    if (error instanceof Problem && error.code === 'setupDone') return 'done'
    if (error instanceof Problem && ['unavailable', 'network'].includes(error.code)) return 'away'
    throw error
  }
}
