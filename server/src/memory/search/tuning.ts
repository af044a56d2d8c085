/**
 * The constants that decide how a search is carried out. None of them changes what it finds, only how long it takes.
 * Measured by bench/search.ts: pages of 200 in five orders, eleven texts (common, rare, absent, a first name, one and two
 * letters, several words, Hebrew) among 1,000,000 demo events in one service; no page may take more than 100 ms,
 * the first few of a process excepted: until their code is compiled they take twice as long. The figures below are for that
 * size of page.
 */

export type SqlTuning = {
  /** Rows at the front of the list that are scanned first: enough for words that every 12th row has. */
  scannedRows: number
  /** Finds among them from which a longer scan is worth it: every 100th row, at most 26,000 rows to scan. */
  commonFinds: number
  /** The share of all rows in the sample: of a million, as many as the first scan reads. */
  sampleShare: number
  /** Deviations beyond the expected count that the sample must show: two in a thousand samples are then too short. */
  sampleDeviations: number
  /** How much further a longer scan goes than the first one suggests, since words are not spread evenly. */
  scanReserve: number
}
export const sqlTuning: SqlTuning = {
  scannedRows: 2_500,
  commonFinds: 25,
  sampleShare: 0.0025,
  sampleDeviations: 3,
  scanReserve: 1.3,
}

export type IndexTuning = {
  /** Pages of candidates that PostgreSQL confirms, one attempt after the other: 201, 1,608, then 12,864 rows. */
  pagesAsked: readonly number[]
  /** A word in every so many rows is common: the first scan finds twice the page, faster than all hits are sorted. */
  commonShare: number
}
export const indexTuning: IndexTuning = { pagesAsked: [1, 8, 64], commonShare: 6 }
