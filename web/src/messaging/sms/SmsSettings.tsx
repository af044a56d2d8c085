import { useTranslation } from 'react-i18next'
import { isolated } from '../../i18n/isolated.ts'
import { ChannelHealth } from '../../ui/delivery/ChannelHealth.tsx'
import { TestMessage } from '../../ui/delivery/TestMessage.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import classes from '../../ui/layout/Settings.module.css'
import { SettingsSection } from '../../ui/layout/SettingsSection.tsx'
import { useSendTest, useSmsState } from './data.ts'

export const SmsSettings = () => {
  const { t } = useTranslation()
  const { data, error, refetch } = useSmsState()
  const send = useSendTest()
  return (
    <SettingsSection title={t('sms.title')}>
      {error && <ProblemText problem={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton rows={2} label={t('word.loading')} />}
      {data && !data.isConfigured && <p className={classes.hint}>{t('sms.off')}</p>}
      {data?.isConfigured && (
        <>
          <ChannelHealth lastSentAt={data.lastSentAt} lastError={data.lastError}>
            {t('sms.through', { host: isolated(data.host ?? '') })}
          </ChannelHealth>
          <TestMessage label={t('sms.to')} field="phone" send={send} sentText={t('sms.testSent')} />
        </>
      )}
    </SettingsSection>
  )
}
