export const backupKeys = { all: ['backup'] } as const
