/**
 * Wraps text in Unicode isolates (FSI…PDI), where no element can do it, so that mixed Hebrew and English keep their
 * order.
 */
export const isolated = (text: string): string => `\u2068${text}\u2069`
