export const smsKeys = { state: ['sms'] } as const
