import { type AoiListQuery, Id, Problem } from '#contract'

type Sort = AoiListQuery['sort']

export type Cursor = [value: string, id: string]

/** The diameter of the unit sphere, with room for rounding. */
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

/** Contains the sort, since the value means nothing under another one. */
export const encodeCursor = (sort: Sort, [value, id]: Cursor): string =>
  Buffer.from(JSON.stringify([sort, value, id])).toString('base64url')

export const decodeCursor = (text: string, sort: Sort, field: 'cursor' | 'until'): Cursor => {
  try {
    const [madeBy, value, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    if (madeBy === sort && typeof value === 'string' && isValue[sort](value)) return [value, Id.parse(id)]
  } catch {}
  throw new Problem('invalid', { fields: { [field]: 'form.invalid' } })
}
