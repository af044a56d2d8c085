import type { ChangeScene } from './harness.ts'

/** A host that no resolver knows. The calls of the webhook fail, and the failed calls are recorded as well. */
const url = 'https://hooks.invalid/cohesion'

export const changeWebhooks = async ({ api, change, service: { technician } }: ChangeScene): Promise<void> => {
  const { _id: id } = await change('POST /webhooks', { body: { url, events: ['event.created'] } })
  const onWebhook = { params: { id } }
  await change('PATCH /webhooks/{id}', { ...onWebhook, body: { events: ['event.updated'] } })
  await change('POST /webhooks/{id}/secret', onWebhook)
  await change('POST /webhooks/{id}/test', onWebhook)
  const [delivery] = await api.must(api.send('GET', `/webhooks/${id}/deliveries`, technician))
  await change('POST /webhooks/{id}/deliveries/{delivery}', { params: { id, delivery: delivery?._id } })
  await change('DELETE /webhooks/{id}', onWebhook)
}

export const changeTextInbox = async ({ change }: ChangeScene): Promise<void> => {
  await change('POST /text-messages/inbox', { body: { provider: 'gateway' } })
  await change('DELETE /text-messages/inbox')
}
