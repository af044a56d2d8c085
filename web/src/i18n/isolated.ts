/** Words of either language among others, where no element can keep them apart: their neighbours do not turn them around. */
export const isolated = (text: string): string => `\u2068${text}\u2069`
