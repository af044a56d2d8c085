import { lstat, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem, type StreetsReason } from '#contract'
import { checkArchive } from './archive/check.ts'
import { StreetsError } from './error.ts'
import { placeFile } from './extract/extract.ts'
import { type Library, openArea } from './library.ts'

type Part = { upload: string; name: string; offset: number; bytes: number; part: Buffer }

const ENDING = '.upload'
/** An upload that nobody went on with. */
const FORGOTTEN_MS = 24 * 3_600_000

/** A file name of the sender as an id: letters of any script become a plain name. */
const idOf = (name: string, upload: string): string => {
  const words = name
    .replace(/\.pmtiles$/i, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return words || `upload-${upload.slice(0, 8)}`
}

/** Files that come in parts, straight to the disk. The last part is checked with the whole, and puts it in place. */
export const openUploads = ({ library }: { library: Library }) => {
  const pathOf = (upload: string) => join(library.folder, `${upload}${ENDING}`)

  const removeForgotten = async () => {
    const names = (await readdir(library.folder)).filter((name) => name.endsWith(ENDING))
    for (const name of names) {
      const path = join(library.folder, name)
      const modified = (await lstat(path).catch(() => undefined))?.mtimeMs ?? Date.now()
      if (Date.now() - modified > FORGOTTEN_MS) await rm(path, { force: true })
    }
  }

  const write = async ({ upload, offset, part }: Part) => {
    await mkdir(library.folder, { recursive: true })
    if (offset === 0) await removeForgotten()
    const file = await open(pathOf(upload), offset === 0 ? 'w' : 'r+').catch(() => {
      throw new Problem('notFound')
    })
    try {
      // Parts come in order; a gap would be a hole in the file.
      if ((await file.stat()).size !== offset) throw new Problem('conflict')
      await file.write(part, 0, part.length, offset)
    } catch (error) {
      if ((error as { code?: string }).code === 'ENOSPC') throw new StreetsError('diskFull', error)
      throw error
    } finally {
      await file.close()
    }
  }

  /** The id of the new area with the last part; undefined before. */
  const add = async (part: Part): Promise<string | undefined> => {
    await write(part)
    if (part.offset + part.part.length < part.bytes) return undefined
    const id = idOf(part.name, part.upload)
    const { archive } = await openArea(pathOf(part.upload))
    await checkArchive(archive).finally(() => archive.close())
    await placeFile(pathOf(part.upload), library.pathOf(id))
    return id
  }

  return async (part: Part): Promise<{ id?: string | undefined; problem: StreetsReason | null }> => {
    try {
      return { id: await add(part), problem: null }
    } catch (error) {
      if (!(error instanceof StreetsError)) throw error
      await rm(pathOf(part.upload), { force: true })
      return { problem: error.reason }
    }
  }
}
export type Uploads = ReturnType<typeof openUploads>
