import type { StreetsReason } from '#contract'

/** Why streets are unavailable. One sentence per reason, for the console; the page translates the reason. */
const sentences: Record<StreetsReason, string> = {
  notPmtiles: 'This is not a PMTiles archive (version 3).',
  broken: 'The archive is broken: its directories contradict each other.',
  cutShort: 'The archive is shorter than it says.',
  tooLarge: 'A part of the archive is larger than any map needs.',
  unknownCompression: 'The archive is compressed in a way that browsers cannot read; gzip is needed.',
  unknownTiles: 'The archive has neither vector tiles nor pictures.',
  otherSchema: 'The vector tiles do not follow the Protomaps schema, so no streets can be drawn from them.',
  noTiles: 'The archive has no tiles for this area.',
  refused: 'This address may not be asked from the server.',
  unreachable: 'The source of the map cannot be reached.',
  failing: 'The source of the map answers with errors.',
  notFound: 'There is no file at this address.',
  noRanges: 'The source sends whole files only; parts of a file are needed (range requests).',
  sourceChanged: 'The map at the source changed while it was read. Start again to get the new one.',
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
