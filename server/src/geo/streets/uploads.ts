import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Box, StreetsReason } from '#contract'
import { openPartUploads, type UploadPart } from '../../platform/files/part-uploads.ts'
import { checkArchive } from './archive/check.ts'
import { PLACE_AT, PLACE_BYTES, writePlace } from './archive/writer.ts'
import { StreetsError } from './error.ts'
import { placeFile } from './extract/extract.ts'
import { type Library, openArea } from './library.ts'

type Part = UploadPart & { name: string }

/** Turns the sender's file name into an id with plain letters. */
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

const clip = (claimed: Box, real: Box): Box => {
  const west = Math.max(claimed[0], real[0])
  const south = Math.max(claimed[1], real[1])
  const east = Math.min(claimed[2], real[2])
  const north = Math.min(claimed[3], real[3])
  return west < east && south < north ? [west, south, east, north] : real
}

/**
 * Checks a whole archive. Shrinks the extent in its header to the extent of its tiles, because in the rest of a larger
 * extent the map would hide the bundled world and show nothing.
 */
const checkUpload = async (path: string): Promise<void> => {
  const { archive, box, minZoom, maxZoom } = await openArea(path)
  const real = await checkArchive(archive).finally(() => archive.close())
  const place = { box: clip(box, real.box), minZoom, maxZoom: real.zoom }
  if (maxZoom === real.zoom && place.box.every((degrees, index) => degrees === box[index])) return
  const bytes = Buffer.alloc(PLACE_BYTES)
  writePlace(bytes, place)
  const file = await open(path, 'r+')
  await file.write(bytes, 0, bytes.length, PLACE_AT).finally(() => file.close())
}

/** Uploads archives in parts. The last part triggers the check and puts the file in place. */
export const openUploads = ({ library }: { library: Library }) => {
  const { pathOf, add, remove } = openPartUploads(library.folder)

  const write = (part: Part) =>
    add(part).catch((error: { code?: string }) => {
      throw error.code === 'ENOSPC' ? new StreetsError('diskFull', error) : error
    })

  /** Adds a number to an id that is taken, because a file of the same name may show another place. */
  const freeId = (id: string, count = 1): string => {
    const numbered = count === 1 ? id : `${id}-${count}`
    return existsSync(library.pathOf(numbered)) ? freeId(id, count + 1) : numbered
  }

  const take = async (part: Part): Promise<string | undefined> => {
    if (!(await write(part))) return undefined
    await checkUpload(pathOf(part.upload))
    const id = freeId(idOf(part.name, part.upload))
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
