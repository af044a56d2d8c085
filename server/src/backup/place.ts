import { createWriteStream } from 'node:fs'
import { chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { S3Options } from '../files/file-store.ts'
import { ArchiveProblem } from './format.ts'

export type StoredBackup = { name: string; bytes: number; modifiedAt: Date }

/** Where backups lie. A backup that is being written is not there yet. */
export type BackupPlace = {
  /** How people call it: the folder, or s3://bucket/prefix. */
  readonly address: string
  list(): Promise<StoredBackup[]>
  write<Result>(name: string, fill: (sink: Writable) => Promise<Result>): Promise<Result>
  /** Undefined if there is no such backup. */
  open(name: string): Promise<{ stream: Readable; bytes: number } | undefined>
  remove(name: string): Promise<void>
}

/** What stands for the credentials of `s3://`. */
export type BackupS3 = Omit<S3Options, 'bucket'>

export const BACKUP_NAME = /^cohesion-[\w-]+\.tar\.zst(\.enc)?$/

const UNFINISHED = '.unfinished'
const DAY_MS = 86_400_000

/** The place of an address: a folder, or `s3://bucket/prefix`. */
export async function openPlace(address: string, s3: BackupS3 | undefined): Promise<BackupPlace> {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(address) ?? []
  if (!bucket) return folderPlace(resolve(address))
  if (!s3) throw new ArchiveProblem(`${address} needs COHESION_BACKUP_S3_ENDPOINT and the others beside it`)
  const { s3Place } = await import('./s3-place.ts')
  return s3Place({ ...s3, bucket }, prefix.replace(/\/+$/, ''))
}

/** The place and the name of one backup: a path, or `s3://bucket/prefix/name`. */
export async function openBackup(address: string, s3: BackupS3 | undefined) {
  const at = address.startsWith('s3://') ? address.lastIndexOf('/') : -1
  const [folder, name] = at > 0 ? [address.slice(0, at), address.slice(at + 1)] : [dirname(address), basename(address)]
  const place = await openPlace(folder, s3)
  return async (): Promise<Readable> => {
    const stored = await place.open(name)
    if (!stored) throw new ArchiveProblem(`There is no backup ${address}`)
    return stored.stream
  }
}

/** Backups hold secrets: the folder and its files are for their owner alone. */
function folderPlace(folder: string): BackupPlace {
  const draftOf = (name: string) => join(folder, `.${name}${UNFINISHED}`)
  return {
    address: folder,
    async list() {
      const names = await readdir(folder).catch(unlessMissing)
      const backups: StoredBackup[] = []
      for (const name of names ?? []) {
        const found = BACKUP_NAME.test(name) ? await stat(join(folder, name)).catch(unlessMissing) : undefined
        if (found?.isFile()) backups.push({ name, bytes: found.size, modifiedAt: found.mtime })
      }
      return backups
    },
    async write(name, fill) {
      if (await mkdir(folder, { recursive: true, mode: 0o700 })) await chmod(folder, 0o700)
      await removeLeftovers(folder)
      const draft = draftOf(name)
      try {
        const result = await fill(createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }))
        await rename(draft, join(folder, name))
        return result
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    async open(name) {
      const file = await open(join(folder, basename(name))).catch(unlessMissing)
      if (!file) return undefined
      const { size } = await file.stat()
      return { stream: file.createReadStream(), bytes: size }
    },
    async remove(name) {
      await rm(join(folder, basename(name)), { force: true })
    },
  }
}

/** Removes what killed backups left behind: drafts that nobody has written to for a day. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((entry) => entry.endsWith(UNFINISHED))) {
    const left = await stat(join(folder, name)).catch(unlessMissing)
    if (left && left.mtimeMs < Date.now() - DAY_MS) await rm(join(folder, name), { force: true })
  }
}

const unlessMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error
}
