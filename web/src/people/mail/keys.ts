export const mailKeys = { own: ['mail', 'own'], state: ['mail', 'state'] } as const
