import { useTranslation } from 'react-i18next'
import { deliveryChannels, type MailState, type RecentDelivery } from '#contract'
import { isolated } from '../../i18n/isolated.ts'
import { ChannelHealth } from '../../ui/delivery/ChannelHealth.tsx'
import { codeText } from '../../ui/delivery/codes.ts'
import { StateText, useAge } from '../../ui/delivery/StateText.tsx'
import { TestMessage } from '../../ui/delivery/TestMessage.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import parts from '../../ui/layout/Settings.module.css'
import { SettingsList } from '../../ui/layout/SettingsList.tsx'
import { SettingsSection } from '../../ui/layout/SettingsSection.tsx'
import { useMailState, useSendTest } from './data.ts'

export const MailSettings = () => {
  const { t } = useTranslation()
  const { data, error, refetch } = useMailState()
  const send = useSendTest()
  return (
    <SettingsSection title={t('mail.server.title')}>
      {error && <ProblemText problem={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton rows={3} label={t('word.loading')} />}
      {data && (
        <>
          <State {...data} />
          {data.isConfigured && (
            <TestMessage label={t('mail.server.to')} field="email" send={send} sentText={t('mail.server.testSent')} />
          )}
          <Recent deliveries={data.deliveries} />
        </>
      )}
    </SettingsSection>
  )
}

const State = ({ isConfigured, from, host, lastSentAt, lastError }: MailState) => {
  const { t } = useTranslation()
  if (!isConfigured) return <p className={parts.hint}>{t('mail.server.off')}</p>
  return (
    <ChannelHealth lastSentAt={lastSentAt} lastError={lastError}>
      {t('mail.server.from', { from: isolated(from ?? ''), host: isolated(host ?? '') })}
    </ChannelHealth>
  )
}

const Recent = ({ deliveries }: { deliveries: readonly RecentDelivery[] }) => {
  const { t } = useTranslation()
  const ageOf = useAge()
  if (deliveries.length === 0) return <p className={parts.hint}>{t('mail.server.recentNone')}</p>
  const metaOf = ({ channel, sentAt, createdAt, code }: RecentDelivery) => {
    const named = deliveryChannels.find((one) => one === channel)
    const values = { channel: named ? t(`delivery.channel.${named}`) : channel, time: ageOf(sentAt ?? createdAt) }
    return code ? t('delivery.recentRowCode', { ...values, code: codeText(code, t) }) : t('delivery.recentRow', values)
  }
  return (
    <div>
      <h3 className={parts.subtitle}>{t('mail.server.recent')}</h3>
      <SettingsList
        label={t('mail.server.recent')}
        allLabel={t('mail.server.all', { count: deliveries.length })}
        rows={deliveries.map((delivery) => ({
          key: delivery._id,
          text: (
            <bdi>
              {delivery.receiver ?? t(delivery.channel === 'webhook' ? 'mail.server.system' : 'mail.server.nobody')}
            </bdi>
          ),
          meta: metaOf(delivery),
          end: <StateText state={delivery.state} />,
        }))}
      />
    </div>
  )
}
