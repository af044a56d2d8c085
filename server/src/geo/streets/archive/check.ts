import { TileType } from 'pmtiles'
import type { Box } from '#contract'
import { StreetsError } from '../error.ts'
import { collectExtent } from './extent.ts'
import type { ArchiveFile } from './file.ts'
import { unpack } from './reader.ts'
import { checkVectorTile } from './vector-tile.ts'

/** First bytes of pictures. */
const beginnings: Partial<Record<TileType, Buffer>> = {
  [TileType.Png]: Buffer.from([0x89, 0x50, 0x4e, 0x47]),
  [TileType.Jpeg]: Buffer.from([0xff, 0xd8, 0xff]),
  [TileType.Webp]: Buffer.from('RIFF'),
}

/** Reads every layer and geometry of an uncompressed tile. Throws `StreetsError` if it is invalid. */
export const checkTile = (bytes: Buffer, tileType: TileType): void => {
  const beginning = beginnings[tileType]
  if (tileType === TileType.Mvt) checkVectorTile(bytes)
  else if (beginning && !bytes.subarray(0, beginning.length).equals(beginning)) throw new StreetsError('broken')
}

/**
 * Reads every tile of an archive: its length, uncompressed size, layers and geometries. Throws `StreetsError` at the
 * first invalid one. Yields to other work between tiles. Returns the deepest zoom and extent of the tiles.
 */
export const checkArchive = async (archive: ArchiveFile): Promise<{ zoom: number; box: Box }> => {
  const { tileType, tileCompression, maxZoom } = archive.header
  const extent = collectExtent(maxZoom)
  const checked = new Set<number>()
  for await (const entry of archive.entries()) {
    extent.add(entry)
    if (checked.has(entry.offset)) continue
    checked.add(entry.offset)
    checkTile(await unpack(await archive.content(entry), tileCompression), tileType)
  }
  const found = extent.result()
  if (!found) throw new StreetsError('noTiles')
  return found
}
