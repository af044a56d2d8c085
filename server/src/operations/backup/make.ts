import { randomBytes } from 'node:crypto'
import { type BackupKind, backupKinds } from '#contract'
import type { BackupPlace } from './backup-place.ts'
import { verifyArchive } from './read-archive.ts'
import { type BackupContents, type BackupSource, writeArchive } from './write-archive.ts'

export type MadeBackup = BackupContents & { name: string; bytes: number; seconds: number }

type ArchiveKind = BackupKind | 'service'

function nameOf(kind: ArchiveKind, now: Date, isEncrypted: boolean): string {
  const time = now
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replace(/[-:]/g, '')
    .replace('T', '-')
  return `cohesion-${kind}-${time}-${randomBytes(2).toString('hex')}.tar.zst${isEncrypted ? '.enc' : ''}`
}

export async function makeBackup(
  source: BackupSource,
  place: BackupPlace,
  { kind, passphrase, now = new Date() }: { kind: ArchiveKind; passphrase?: string | undefined; now?: Date },
): Promise<MadeBackup> {
  const startInMs = performance.now()
  const name = nameOf(kind, now, passphrase !== undefined)
  const written = await place.write(name, (sink) => writeArchive(source, sink, { passphrase }))
  let bytes = 0
  const openWritten = async () => {
    const stored = await place.open(name)
    if (!stored) throw new Error(`${name} is missing after it was written`)
    bytes = stored.bytes
    return stored.stream
  }
  try {
    const contents = await verifyArchive(openWritten, { passphrase })
    if (contents.checksums.sha256 !== written.checksums.sha256) throw new Error(`${name} is not what was written`)
    return { ...contents, name, bytes, seconds: (performance.now() - startInMs) / 1000 }
  } catch (error) {
    await place.remove(name)
    throw error
  }
}

export async function keepNewest(
  place: BackupPlace,
  kind: BackupKind,
  count: number,
  isNeeded: (name: string) => boolean = () => false,
): Promise<void> {
  const names = (await place.list()).map(({ name }) => name).filter((name) => kindOf(name) === kind)
  const old = names.sort().slice(0, Math.max(0, names.length - count))
  for (const name of old.filter((name) => !isNeeded(name))) await place.remove(name)
}

export function kindOf(name: string): BackupKind | undefined {
  return backupKinds.find((kind) => name.startsWith(`cohesion-${kind}-`))
}
