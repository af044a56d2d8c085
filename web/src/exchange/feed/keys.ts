export const feedKeys = { all: ['feeds'] } as const
