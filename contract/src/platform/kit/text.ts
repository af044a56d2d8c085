const MOST = 1e15

/** Whether text is a number small enough to be stored and summed. */
export const isNumberText = (text: string): boolean => text.trim() !== '' && Math.abs(Number(text)) <= MOST

/** Truncates a text to `max` characters, with `…` at the end. */
export const shorten = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text
