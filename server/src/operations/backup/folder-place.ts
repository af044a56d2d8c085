import { createWriteStream } from 'node:fs'
import { chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { BACKUP_NAME } from '#contract'
import type { BackupPlace, StoredBackup } from './backup-place.ts'

const UNFINISHED = '.unfinished'
const DAY_MS = 86_400_000

/** A folder whose contents only its owner can read, because backups contain secrets. */
export function folderPlace(folder: string): BackupPlace {
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
      await makePrivate(folder)
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

/** Creates a private folder. Its parent folders are not private, because the database's user may need them. */
async function makePrivate(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true })
  if (await mkdir(folder, { recursive: true, mode: 0o700 })) await chmod(folder, 0o700)
}

/** Removes drafts of killed backups after a day without writes. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((entry) => entry.endsWith(UNFINISHED))) {
    const left = await stat(join(folder, name)).catch(unlessMissing)
    if (left && left.mtimeMs < Date.now() - DAY_MS) await rm(join(folder, name), { force: true })
  }
}

const unlessMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error
}
