import type { TFunction } from 'i18next'
import { webhookEvents } from '#contract'

const eventNames = [...webhookEvents, 'webhook.test'] as const

type Key<Name extends string> = Name extends `${infer Subject}.${infer Verb}` ? `${Subject}_${Verb}` : never

export const eventText = (event: string, t: TFunction): string => {
  const name = eventNames.find((one) => one === event)
  return name ? t(`webhook.event.${name.replace('.', '_') as Key<typeof name>}`) : event
}
