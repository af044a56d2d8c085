export const regionKeys = { all: ['region'] } as const
