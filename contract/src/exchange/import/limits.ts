/** Limit, because a file is sent in one request and read by a process with little memory. */
export const IMPORT_MAX_BYTES = 20_000_000
export const IMPORT_MAX_ROWS = 200_000
export const IMPORT_MAX_COLUMNS = 200
/** Characters of one cell, enough for a region's outline. */
export const IMPORT_MAX_CELL = 200_000
export const IMPORT_PREVIEW_ROWS = 200
export const IMPORT_UNDO_DAYS = 7
