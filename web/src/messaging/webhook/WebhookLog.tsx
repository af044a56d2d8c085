import { IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Webhook, WebhookDelivery } from '#contract'
import { isolated } from '../../i18n/isolated.ts'
import { codeText } from '../../ui/delivery/codes.ts'
import { StateText, useAge } from '../../ui/delivery/StateText.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import parts from '../../ui/layout/Settings.module.css'
import { SettingsList } from '../../ui/layout/SettingsList.tsx'
import { useDeliveries, useSendAgain } from './data.ts'
import { eventText } from './event-text.ts'

export const WebhookLog = ({ webhook: { _id, url, isEnabled } }: { webhook: Webhook }) => {
  const { t } = useTranslation()
  const ageOf = useAge()
  const { data: deliveries, error, refetch } = useDeliveries(_id)
  const again = useSendAgain(_id)
  if (error) return <ProblemText problem={error} onRetry={() => refetch()} />
  if (!deliveries) return <Skeleton rows={3} label={t('word.loading')} />
  if (deliveries.length === 0) return <p className={parts.hint}>{t('webhook.logNone')}</p>
  const details = ({ createdAt, attempts, code }: WebhookDelivery) =>
    [
      ageOf(createdAt),
      ...(attempts > 1 ? [t('webhook.attempts', { count: attempts })] : []),
      ...(code ? [codeText(code, t)] : []),
    ].join(', ')
  return (
    <SettingsList
      label={t('webhook.logOf', { host: isolated(new URL(url).host) })}
      rows={deliveries.map((delivery) => ({
        key: delivery._id,
        text: eventText(delivery.event, t),
        meta: details(delivery),
        end: (
          <>
            <StateText state={delivery.state} />
            {isEnabled && delivery.state !== 'waiting' && (
              <IconButton
                icon={IconRefresh}
                label={t('webhook.again', { event: eventText(delivery.event, t) })}
                onClick={() => again.mutate(delivery._id)}
              />
            )}
          </>
        ),
      }))}
    />
  )
}
