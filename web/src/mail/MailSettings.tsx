import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deliveryChannels, type MailState, type RecentDelivery } from '#contract'
import { formatRelative } from '../i18n/format.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { isolated } from '../i18n/isolated.ts'
import { ProblemText } from '../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { fieldErrors } from '../ui/forms/form.ts'
import parts from '../ui/layout/Settings.module.css'
import { SettingsList } from '../ui/layout/SettingsList.tsx'
import { SettingsSection } from '../ui/layout/SettingsSection.tsx'
import { codeText } from './codes.ts'
import { useMailState, useSendTest } from './data.ts'
import classes from './Mail.module.css'

const useAge = () => {
  const { t } = useTranslation()
  return (time: string) => isolated(formatRelative(new Date(time), new Date(), t, currentLanguage()))
}

/** E-mail of the server, for its owner: whether it works, a test message, and what became of recent deliveries. */
export const MailSettings = () => {
  const { t } = useTranslation()
  const { data, error, refetch } = useMailState()
  return (
    <SettingsSection title={t('mail.server.title')}>
      {error && <ProblemText problem={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton rows={3} label={t('word.loading')} />}
      {data && (
        <>
          <State {...data} />
          {data.isConfigured && <TestMessage />}
          <Recent deliveries={data.deliveries} />
        </>
      )}
    </SettingsSection>
  )
}

const State = ({ isConfigured, from, host, lastSentAt, lastError }: MailState) => {
  const { t } = useTranslation()
  const ageOf = useAge()
  if (!isConfigured) return <p className={parts.hint}>{t('mail.server.off')}</p>
  return (
    <>
      <div>
        <p>{lastSentAt ? t('mail.server.lastSent', { time: ageOf(lastSentAt) }) : t('mail.server.never')}</p>
        <p className={parts.hint}>
          {t('mail.server.from', { from: isolated(from ?? ''), host: isolated(host ?? '') })}
        </p>
      </div>
      {lastError && (
        <p className={parts.warning} role="alert">
          {t('mail.server.failed', { time: ageOf(lastError.at), code: codeText(lastError.code, t) })}
        </p>
      )}
    </>
  )
}

const TestMessage = () => {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const send = useSendTest()
  const errors = fieldErrors(send.error, t)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (email.trim()) send.mutate(email)
  }
  return (
    <form className={parts.form} onSubmit={submit} noValidate>
      <div className={classes.inline}>
        <TextInput
          label={t('mail.server.to')}
          type="email"
          dir="ltr"
          classNames={{ input: classes.ltr }}
          autoComplete="email"
          value={email}
          error={errors.email}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            send.reset()
          }}
        />
        <Button type="submit" variant="light" loading={send.isPending} disabled={!email.trim()}>
          {t('mail.server.test')}
        </Button>
      </div>
      {!errors.email && <ProblemText problem={send.error} />}
      {send.data && (
        <p role="status" className={send.data.code ? parts.warning : parts.hint}>
          {send.data.code
            ? t('mail.server.testFailed', { code: codeText(send.data.code, t) })
            : t('mail.server.testSent')}
        </p>
      )}
    </form>
  )
}

const Recent = ({ deliveries }: { deliveries: readonly RecentDelivery[] }) => {
  const { t } = useTranslation()
  const ageOf = useAge()
  if (deliveries.length === 0) return <p className={parts.hint}>{t('mail.server.recentNone')}</p>
  const metaOf = ({ channel, sentAt, createdAt, code }: RecentDelivery) => {
    const named = deliveryChannels.find((one) => one === channel)
    const values = { channel: named ? t(`mail.channel.${named}`) : channel, time: ageOf(sentAt ?? createdAt) }
    return code ? t('mail.server.rowCode', { ...values, code: codeText(code, t) }) : t('mail.server.row', values)
  }
  return (
    <div>
      <h3 className={parts.subtitle}>{t('mail.server.recent')}</h3>
      <SettingsList
        label={t('mail.server.recent')}
        allLabel={t('mail.server.all', { count: deliveries.length })}
        rows={deliveries.map((delivery) => ({
          key: delivery._id,
          text: <bdi>{delivery.receiver ?? t('mail.server.nobody')}</bdi>,
          meta: metaOf(delivery),
          end: (
            <span className={classes.state} data-state={delivery.state}>
              {t(`mail.state.${delivery.state}`)}
            </span>
          ),
        }))}
      />
    </div>
  )
}
