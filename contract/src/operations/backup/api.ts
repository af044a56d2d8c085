import { z } from 'zod'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { Time } from '../../platform/kit/schema.ts'

/** Occasions of a backup: on request, every night, or before an upgrade. */
export const backupKinds = ['manual', 'nightly', 'upgrade'] as const
export type BackupKind = (typeof backupKinds)[number]

/** File names of backups. Excludes names that start with `cohesion-service-`, which are archives of one service. */
export const BACKUP_NAME = /^cohesion-(?!service-)[\w-]{1,80}\.tar\.zst(\.enc)?$/

export const Backup = z.object({
  name: z.string(),
  /** Null if the file was renamed by hand. */
  kind: z.enum(backupKinds).nullable(),
  createdAt: Time,
  bytes: z.number().int(),
  isEncrypted: z.boolean(),
})
export type Backup = z.infer<typeof Backup>

export const NightlyBackup = z.object({
  isOn: z.boolean(),
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'form.invalid' }),
  keep: z.number({ error: 'form.invalid' }).int({ error: 'form.invalid' }).min(1, { error: 'form.invalid' }).max(365, {
    error: 'form.invalid',
  }),
})
export type NightlyBackup = z.infer<typeof NightlyBackup>

export const Backups = z.object({
  /** A folder on the server, or s3://bucket/prefix, as set in the environment. */
  place: z.string(),
  isEncrypted: z.boolean(),
  nightly: NightlyBackup,
  isRunning: z.boolean(),
  /** Code of the last backup's failure, from problem.ts. */
  problem: z.string().nullable(),
  /** Code of the reason why the location is unreadable; `backups` is then empty. */
  placeProblem: z.string().nullable(),
  /** Time of the newest verified backup that still exists. */
  lastGoodAt: Time.nullable(),
  /** True if the last verified backup is over two days old or missing, or the location is unreadable. */
  isTooOld: z.boolean(),
  /** True while a backup is being checked and, if intact, restored. */
  isRestoring: z.boolean(),
  /** Code of the last restore's failure. A failed restore changes nothing. */
  restoreProblem: z.string().nullable(),
  backups: z.array(Backup),
})
export type Backups = z.infer<typeof Backups>

const backupName = z.object({ name: z.string().regex(BACKUP_NAME) })

export const backupApi = {
  read: {
    method: 'GET',
    path: '/backups',
    summary: 'The backups of the server',
    needs: 'server.edit',
    reply: Backups,
  },
  make: {
    method: 'POST',
    path: '/backups',
    summary: 'Start a backup. It continues after the reply',
    needs: 'server.edit',
    reply: Backups,
  },
  change: {
    method: 'PATCH',
    path: '/backups/nightly',
    summary: 'Change when automatic backups are made, and how many are kept',
    needs: 'server.edit',
    body: NightlyBackup.partial(),
    reply: Backups,
  },
  download: {
    method: 'POST',
    path: '/backups/:name/download',
    summary: 'Request a download address for a backup, with one’s own password. It is valid for a minute',
    needs: 'server.edit',
    params: backupName,
    body: z.object({ password: z.string().min(1).max(500) }),
    reply: z.object({ url: z.string() }),
  },
  restore: {
    method: 'POST',
    path: '/backups/:name/restore',
    summary:
      'Replace all data of this server with a backup. Servers return 503 meanwhile, and everyone must sign in again',
    needs: 'server.edit',
    params: backupName,
    body: z.object({
      password: z.string().min(1).max(500),
      serverName: z.string().max(200),
      passphrase: z.string().max(1_000).optional(),
    }),
    reply: Backups,
  },
  file: {
    method: 'GET',
    path: '/backups/file/:ticket',
    summary: 'Download a backup at the requested address',
    needs: 'link',
    params: z.object({ ticket: z.string().max(400) }),
    cost: 5,
    reply: z.unknown(),
    raw: 'application/octet-stream',
  },
} as const satisfies Record<string, Endpoint>

/** Time at which the last nightly backup that contains data erased in `erasedInDays` days is deleted. */
export const backupsEnd = (
  now: Date,
  { erasedInDays, backupDays }: { erasedInDays: number; backupDays: number },
): Date => new Date(now.getTime() + (erasedInDays + backupDays + 1) * 86_400_000)
