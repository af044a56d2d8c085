import type { AoiQuery } from '../data.ts'

/** Enough for fast scrolling while the next segment loads. */
export const PAGE_ROWS = 200

/** The query of the first page of a list, as `rows.ts` sends it. */
export const firstPageOf = (query: AoiQuery): AoiQuery => ({ ...query, groups: 'false', limit: PAGE_ROWS })
