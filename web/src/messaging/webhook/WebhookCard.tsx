import { Button, Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Webhook } from '#contract'
import { momentText } from '../../i18n/format.ts'
import { isolated } from '../../i18n/isolated.ts'
import { codeText } from '../../ui/delivery/codes.ts'
import { useAge } from '../../ui/delivery/StateText.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import parts from '../../ui/layout/Settings.module.css'
import type { NamedItem } from '../../ui/lists/named-item.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { useChangeWebhook, useRemoveWebhook, useReplaceSecret, useSendTest } from './data.ts'
import { eventText } from './event-text.ts'
import { Secret } from './Secret.tsx'
import classes from './Webhook.module.css'
import { type LimitChoices, WebhookForm } from './WebhookForm.tsx'
import { WebhookLog } from './WebhookLog.tsx'

type Props = {
  webhook: Webhook
  choices: LimitChoices
  secret: string | undefined
}

type Open = 'form' | 'log' | 'secret' | 'remove'

export const WebhookCard = ({ webhook, choices, secret }: Props) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open>()
  const change = useChangeWebhook(webhook._id)
  const replace = useReplaceSecret(webhook._id)
  const remove = useRemoveWebhook(webhook)
  const close = () => setOpen(undefined)
  const host = isolated(new URL(webhook.url).host)
  const shownSecret = replace.data?.secret ?? secret
  return (
    <article className={classes.card} aria-label={new URL(webhook.url).host}>
      <div>
        <bdi className={classes.address} dir="ltr">
          {webhook.url}
        </bdi>
        <p className={parts.hint}>{webhook.events.map((event) => eventText(event, t)).join(', ')}</p>
        <LimitText label={t('webhook.types')} ids={webhook.eventTypes} items={choices.types} />
        <LimitText label={t('webhook.regions')} ids={webhook.regions} items={choices.regions} />
      </div>
      <Health webhook={webhook} />
      {shownSecret && <Secret secret={shownSecret} />}
      {open === 'form' ? (
        <WebhookForm
          choices={choices}
          initial={webhook}
          submitLabel={t('webhook.save')}
          problem={change.error}
          isBusy={change.isPending}
          onSubmit={(values) => change.mutate(values, { onSuccess: close })}
          onCancel={close}
        />
      ) : (
        <>
          <Switch
            label={t('webhook.enabled')}
            checked={webhook.isEnabled}
            onChange={(event) => change.mutate({ isEnabled: event.currentTarget.checked })}
          />
          <div className={parts.buttons}>
            <TestButton webhook={webhook} />
            <Button variant="default" onClick={() => setOpen(open === 'log' ? undefined : 'log')}>
              {open === 'log' ? t('webhook.hideLog') : t('webhook.log')}
            </Button>
            <Button variant="default" onClick={() => setOpen('form')}>
              {t('webhook.edit')}
            </Button>
            <Button variant="default" onClick={() => setOpen('secret')}>
              {t('webhook.newSecret')}
            </Button>
            <Button variant="default" onClick={() => setOpen('remove')}>
              {t('webhook.remove')}
            </Button>
          </div>
        </>
      )}
      {open === 'log' && <WebhookLog webhook={webhook} />}
      <ConfirmDialog
        isOpen={open === 'secret'}
        title={t('webhook.newSecret')}
        message={t('webhook.newSecretText')}
        yes={t('webhook.newSecretYes')}
        isBusy={replace.isPending}
        onYes={() => replace.mutate(undefined, { onSuccess: close })}
        onCancel={close}
      />
      <ConfirmDialog
        isOpen={open === 'remove'}
        title={t('webhook.remove')}
        message={t('webhook.removeText', { host })}
        yes={t('webhook.remove')}
        color="red"
        isBusy={remove.isPending}
        onYes={() => remove.mutate(undefined, { onSuccess: close })}
        onCancel={close}
      />
    </article>
  )
}

type LimitProps = { label: string; ids: string[] | null; items: readonly NamedItem[] }

const LimitText = ({ label, ids, items }: LimitProps) => {
  const names = items.filter(({ _id }) => ids?.includes(_id)).map(({ name }) => isolated(name))
  return names.length > 0 && <p className={parts.hint}>{`${label}: ${names.join(', ')}`}</p>
}

const Health = ({ webhook: { failingSince, switchedOffAt } }: { webhook: Webhook }) => {
  const { t } = useTranslation()
  const ageOf = useAge()
  if (switchedOffAt)
    return (
      <p className={parts.warning} role="alert">
        {t('webhook.off', { time: ageOf(switchedOffAt) })}
      </p>
    )
  return failingSince && <p className={parts.warning}>{t('webhook.failing', { time: momentText(failingSince) })}</p>
}

const TestButton = ({ webhook: { _id } }: { webhook: Webhook }) => {
  const { t } = useTranslation()
  const test = useSendTest(_id)
  return (
    <>
      <Button variant="light" loading={test.isPending} onClick={() => test.mutate()}>
        {t('webhook.test')}
      </Button>
      <ProblemText problem={test.error} />
      {test.data && (
        <p role="status" className={test.data.isDelivered ? parts.hint : parts.warning}>
          {t('webhook.testDone', { code: codeText(test.data.code, t) })}
        </p>
      )}
    </>
  )
}
