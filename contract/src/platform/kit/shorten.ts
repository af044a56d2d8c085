/** Truncates a text to `max` characters, with `…` at the end. */
export const shorten = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text
