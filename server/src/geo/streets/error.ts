import type { StreetsReason } from '#contract'

/** Why streets are unavailable. One sentence per reason, for the console; the page translates the reason. */
const sentences: Record<StreetsReason, string> = {
  notPmtiles: 'This is not a PMTiles archive (version 3).',
  broken: 'The archive is damaged.',
  cutShort: 'The archive is truncated.',
  tooLarge: 'A part of the archive is larger than allowed.',
  unknownCompression: 'The archive uses an unsupported compression. Use gzip.',
  unknownTiles: 'The archive contains neither vector tiles nor pictures.',
  otherSchema: 'The vector tiles do not follow the Protomaps schema, so no streets can be drawn from them.',
  noTiles: 'The archive has no tiles for this area.',
  refused: 'The server may not request this address.',
  unreachable: 'The map source cannot be reached.',
  failing: 'The map source returns errors.',
  notFound: 'There is no file at this address.',
  noRanges: 'The map source does not support range requests.',
  sourceChanged: 'The map at the source changed during the download. Start again to get the new version.',
  areaTooLarge: 'The area is too large. Choose a smaller one, or fewer zoom levels.',
  diskFull: 'There is not enough space on the disk.',
  cancelled: 'Cancelled.',
}

export class StreetsError extends Error {
  readonly reason: StreetsReason

  constructor(reason: StreetsReason, cause?: unknown) {
    super(sentences[reason], { cause })
    this.name = 'StreetsError'
    this.reason = reason
  }
}
