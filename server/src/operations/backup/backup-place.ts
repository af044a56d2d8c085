import type { Readable, Writable } from 'node:stream'

export type StoredBackup = { name: string; bytes: number; modifiedAt: Date }

export type BackupPlace = {
  /** The location as the page shows it: the folder, or s3://bucket/prefix. */
  readonly address: string
  list(): Promise<StoredBackup[]>
  write<Result>(name: string, fill: (sink: Writable) => Promise<Result>): Promise<Result>
  open(name: string): Promise<{ stream: Readable; bytes: number } | undefined>
  remove(name: string): Promise<void>
}
