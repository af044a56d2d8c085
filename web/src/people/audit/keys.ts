export const auditKeys = { list: (query: object) => ['audit', query] } as const
