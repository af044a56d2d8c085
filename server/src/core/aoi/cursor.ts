import { type AoiListQuery, Id, Problem } from '#contract'

type Sort = AoiListQuery['sort']

/** End of a page: sort value and id of its last row. */
export type Cursor = [value: string, id: string]

/** The diameter of a globe of radius one, with room for rounding. */
const FARTHEST = 2.001

const isMicroseconds = (value: string): boolean => /^-?\d{1,17}$/.test(value)

/** Values that PostgreSQL can parse: microseconds, a name, a distance. */
const isValue: Record<Sort, (value: string) => boolean> = {
  createdAt: isMicroseconds,
  startTime: isMicroseconds,
  name: (value) => !value.includes('\0'),
  nearest: (value) =>
    /^\d+(\.\d+)?(e-\d+)?$/.test(value) && Number(value) < FARTHEST && (Number(value) > 0 || value === '0'),
}

/** Includes the sort that it was made under: under another one its value would mean something else. */
export const encodeCursor = (sort: Sort, [value, id]: Cursor): string =>
  Buffer.from(JSON.stringify([sort, value, id])).toString('base64url')

export const decodeCursor = (text: string, sort: Sort, field: 'cursor' | 'until'): Cursor => {
  try {
    const [madeBy, value, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    if (madeBy === sort && typeof value === 'string' && isValue[sort](value)) return [value, Id.parse(id)]
  } catch {}
  throw new Problem('invalid', { fields: { [field]: 'form.invalid' } })
}
