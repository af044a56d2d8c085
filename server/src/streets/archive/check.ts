import { TileType } from 'pmtiles'
import { StreetsError } from '../error.ts'
import type { ArchiveFile } from './file.ts'
import { unpack } from './reader.ts'
import { checkVectorTile } from './vector-tile.ts'

/** How the bytes of a picture begin. */
const beginnings: Partial<Record<TileType, Buffer>> = {
  [TileType.Png]: Buffer.from([0x89, 0x50, 0x4e, 0x47]),
  [TileType.Jpeg]: Buffer.from([0xff, 0xd8, 0xff]),
  [TileType.Webp]: Buffer.from('RIFF'),
}

/**
 * Reads every tile of an archive once, as a map would: its length, what it unpacks to, and each layer and geometry in it.
 * Throws `StreetsError` at the first one that lies. Other work of the server goes on between two tiles.
 */
export const checkArchive = async (archive: ArchiveFile): Promise<void> => {
  const { tileType, tileCompression } = archive.header
  const beginning = beginnings[tileType]
  const checked = new Set<number>()
  for await (const entry of archive.entries()) {
    if (checked.has(entry.offset)) continue
    checked.add(entry.offset)
    const bytes = await unpack(await archive.content(entry), tileCompression)
    if (tileType === TileType.Mvt) checkVectorTile(bytes)
    else if (beginning && !bytes.subarray(0, beginning.length).equals(beginning)) throw new StreetsError('broken')
  }
}
