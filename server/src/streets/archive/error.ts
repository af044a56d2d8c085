/** Why an archive of tiles cannot be used. Each reason is one sentence, for the console and (translated) for the page. */
export const archiveSentences = {
  notPmtiles: 'This is not a PMTiles archive (version 3).',
  broken: 'The archive is broken: its directories contradict each other.',
  cutShort: 'The archive is shorter than it says.',
  tooLarge: 'A part of the archive is larger than any map needs.',
  unknownCompression: 'The archive is compressed in a way that browsers cannot read; gzip is needed.',
  unknownTiles: 'The archive has neither vector tiles nor pictures.',
  otherSchema: 'The vector tiles do not follow the Protomaps schema, so no streets can be drawn from them.',
  noTiles: 'The archive has no tiles for this area.',
} as const
export type ArchiveReason = keyof typeof archiveSentences

export class ArchiveError extends Error {
  readonly reason: ArchiveReason

  constructor(reason: ArchiveReason, cause?: unknown) {
    super(archiveSentences[reason], { cause })
    this.name = 'ArchiveError'
    this.reason = reason
  }
}
