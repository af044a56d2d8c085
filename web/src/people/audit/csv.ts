import { BYTE_ORDER_MARK, csvLine } from '#contract'

export const csvOf = (rows: readonly (readonly string[])[]): string => BYTE_ORDER_MARK + rows.map(csvLine).join('')
