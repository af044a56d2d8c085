import { currentLanguage } from '../../i18n/i18n.ts'

/** The order of a short list, which is sorted here and not by the server. */
export type ListOrder = { sort: 'name' | 'createdAt'; order: 'asc' | 'desc' }

/** A sorted copy; names by the rules of the current language. */
export const inOrder = <Thing>(
  things: readonly Thing[],
  { sort, order }: ListOrder,
  keyOf: (thing: Thing) => Record<ListOrder['sort'], string>,
): Thing[] => {
  const { compare } = new Intl.Collator(currentLanguage(), { numeric: true })
  const direction = order === 'asc' ? 1 : -1
  return things.toSorted((a, b) => direction * compare(keyOf(a)[sort], keyOf(b)[sort]))
}
