export const isolated = (text: string): string => `\u2068${text}\u2069`

/**
 * Matches text against the page's direction: letters of the other direction, and phone numbers on a right-to-left page.
 */
const foreign = { ltr: /[\u0590-\u08ff]/, rtl: /[a-zÀ-\u052f]|^\+\d/i }
const startsIsolated = /^[\u2066-\u2068]/

/** Isolates a text only if it would reorder its neighbours on this page, such as a number that follows. */
export const isolatedHere = (text: string): string => {
  const direction = document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'
  return foreign[direction].test(text) && !startsIsolated.test(text) ? isolated(text) : text
}

/**
 * Direction of a text with words of several languages, such as `Marina Boulevard, ליד Avila Street, סן פרנסיסקו`. On a
 * right-to-left page: rtl if the text has any right-to-left letter. Otherwise the direction of its first letter.
 */
export const directionOf = (text: string): 'rtl' | 'auto' =>
  document.documentElement.dir === 'rtl' && foreign.ltr.test(text) ? 'rtl' : 'auto'

/** Joins facts in one line, each in its own direction. */
export const dotted = (facts: readonly (string | false | 0 | null | undefined)[]): string =>
  facts.map((fact) => fact && isolatedHere(fact)).filter(Boolean).join(' · ') // biome-ignore format: one line
