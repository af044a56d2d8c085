import type { AoiQuery } from '../data.ts'

/** Enough for fast scrolling while the next segment loads. */
const PAGE_ROWS = 200

/** The query of the first page of a list. The page may send it before the list is there, so both take it from here. */
export const firstPageOf = (query: AoiQuery): AoiQuery => ({ ...query, groups: 'false', limit: PAGE_ROWS })
