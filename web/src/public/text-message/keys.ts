export const textMessageKeys = { inbox: ['textInbox'] } as const
