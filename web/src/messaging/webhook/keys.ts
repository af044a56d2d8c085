export const webhookKeys = {
  all: ['webhooks'],
  deliveries: (id: string) => ['webhooks', id, 'deliveries'],
} as const
