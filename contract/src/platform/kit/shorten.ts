/** Cuts a text that the server made, visibly. */
export const shorten = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text
