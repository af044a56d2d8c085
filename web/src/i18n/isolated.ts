export const isolated = (text: string): string => `\u2068${text}\u2069`

/** Text in the other direction than the page: its letters, and phone numbers in Hebrew. */
const foreign = { ltr: /[\u0590-\u08ff]/, rtl: /[a-zÀ-\u052f]|^\+\d/i }
const startsIsolated = /^[\u2066-\u2068]/

/** Isolates a text only where it would change the order of its neighbours on this page, such as a number behind it. */
export const isolatedHere = (text: string): string => {
  const direction = document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'
  return foreign[direction].test(text) && !startsIsolated.test(text) ? isolated(text) : text
}

/**
 * The direction of a text of several names, such as `Marina Boulevard, ליד Avila Street, סן פרנסיסקו`: that of the page if
 * any of it is in a language of that direction, otherwise that of its first letter.
 */
export const directionOf = (text: string): 'rtl' | 'auto' =>
  document.documentElement.dir === 'rtl' && foreign.ltr.test(text) ? 'rtl' : 'auto'

/** Facts in one line, each in its own direction. */
export const dotted = (facts: readonly (string | false | 0 | null | undefined)[]): string =>
  facts.map((fact) => fact && isolatedHere(fact)).filter(Boolean).join(' · ') // biome-ignore format: one line
