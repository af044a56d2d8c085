import type { StreetsReason } from '#contract'
import { openPartUploads, type UploadPart } from '../files/part-uploads.ts'
import { checkArchive } from './archive/check.ts'
import { StreetsError } from './error.ts'
import { placeFile } from './extract/extract.ts'
import { type Library, openArea } from './library.ts'

type Part = UploadPart & { name: string }

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

/** Archives that come in parts. The last part is checked with the whole, and puts it in place. */
export const openUploads = ({ library }: { library: Library }) => {
  const { pathOf, add, remove } = openPartUploads(library.folder)

  const write = (part: Part) =>
    add(part).catch((error: { code?: string }) => {
      throw error.code === 'ENOSPC' ? new StreetsError('diskFull', error) : error
    })

  /** The id of the new area with the last part; undefined before. */
  const take = async (part: Part): Promise<string | undefined> => {
    if (!(await write(part))) return undefined
    const id = idOf(part.name, part.upload)
    const { archive } = await openArea(pathOf(part.upload))
    await checkArchive(archive).finally(() => archive.close())
    await placeFile(pathOf(part.upload), library.pathOf(id))
    return id
  }

  return async (part: Part): Promise<{ id?: string | undefined; problem: StreetsReason | null }> => {
    try {
      return { id: await take(part), problem: null }
    } catch (error) {
      if (!(error instanceof StreetsError)) throw error
      await remove(part.upload)
      return { problem: error.reason }
    }
  }
}
export type Uploads = ReturnType<typeof openUploads>
