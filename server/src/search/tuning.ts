/**
 * The constants that decide how a search is carried out. None of them changes what it finds, only how long it takes.
 * Measured by bench/search.ts: pages of 200 among 1,000,000 demo events, none of which may take more than 100 ms.
 */

export type SqlTuning = {
  /** Rows at the front of the list that are scanned first. */
  scannedRows: number
  /** Finds among them from which a longer scan is worth it. */
  commonFinds: number
  /** The share of all rows in the sample. */
  sampleShare: number
  /** How many deviations beyond the expected count the sample must show. */
  sampleDeviations: number
  /** How much further a longer scan goes than the first one suggests. */
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
  /** Pages of candidates that PostgreSQL is asked to confirm, one attempt after the other. */
  pagesAsked: readonly number[]
  /** A word in every so many rows is common: scanning the front of the list is faster. */
  commonShare: number
  /** A scan takes one query a service: with more services the index is faster. */
  maxScannedServices: number
}
export const indexTuning: IndexTuning = { pagesAsked: [1, 8, 64], commonShare: 6, maxScannedServices: 2 }
