import { currentLanguage } from '../../i18n/i18n.ts'

/** Order of a short list that the browser sorts instead of the server. */
export type ListOrder<Sort extends string = 'name' | 'createdAt'> = { sort: Sort; order: 'asc' | 'desc' }

export const inOrder = <Thing, Sort extends string>(
  things: readonly Thing[],
  { sort, order }: ListOrder<Sort>,
  keyOf: (thing: Thing) => Record<Sort, string>,
): Thing[] => {
  const { compare } = new Intl.Collator(currentLanguage(), { numeric: true })
  const direction = order === 'asc' ? 1 : -1
  return things.toSorted((a, b) => direction * compare(keyOf(a)[sort], keyOf(b)[sort]))
}
