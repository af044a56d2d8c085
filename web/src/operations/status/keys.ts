export const statusKeys = { all: ['status'], faults: ['status', 'faults'] } as const
