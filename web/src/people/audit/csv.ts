import { BYTE_ORDER_MARK, lineOf } from '../../ui/text/csv.ts'

export const csvOf = (rows: readonly (readonly string[])[]): string => BYTE_ORDER_MARK + rows.map(lineOf).join('')
