import type { BackupProblem } from '#contract'
import { outageOf } from '../../platform/db/availability.ts'
import { ArchiveProblem } from './format.ts'

const byErrorCode: Record<string, BackupProblem> = {
  ENOSPC: 'noSpace',
  EDQUOT: 'noSpace',
  EACCES: 'noAccess',
  EPERM: 'noAccess',
  EROFS: 'noAccess',
  AccessDenied: 'noAccess',
  InvalidAccessKeyId: 'noAccess',
  SignatureDoesNotMatch: 'noAccess',
  ENOENT: 'placeMissing',
  ENOTDIR: 'placeMissing',
  NoSuchBucket: 'placeMissing',
  ECONNREFUSED: 'placeAway',
  ECONNRESET: 'placeAway',
  EHOSTUNREACH: 'placeAway',
  ENETUNREACH: 'placeAway',
  ENOTFOUND: 'placeAway',
  EAI_AGAIN: 'placeAway',
  ETIMEDOUT: 'placeAway',
  TimeoutError: 'placeAway',
}

const archiveProblems: [pattern: RegExp, problem: BackupProblem][] = [
  [/encrypted/, 'noPassphrase'],
  [/passphrase/, 'wrongPassphrase'],
  [/newer version/, 'newer'],
  [/Another|using this database/, 'inUse'],
  [/contains only the service/, 'oneService'],
  [/damaged|not the one|refused by the database/, 'damaged'],
]

export const backupProblemOf = (error: unknown): BackupProblem => {
  if (error instanceof ArchiveProblem)
    return archiveProblems.find(([pattern]) => pattern.test(error.message))?.[1] ?? 'unknown'
  const { code = '', name = '' } = (error ?? {}) as { code?: string; name?: string }
  const known = byErrorCode[code] ?? byErrorCode[name]
  if (known) return known
  const outage = outageOf(error)
  if (outage === undefined) return 'unknown'
  return outage === 'full' ? 'noSpace' : 'databaseAway'
}
