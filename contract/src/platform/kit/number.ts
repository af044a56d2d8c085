const MOST = 1e15

/** Whether text is a number small enough to be stored and summed. */
export const isNumberText = (text: string): boolean => text.trim() !== '' && Math.abs(Number(text)) <= MOST
