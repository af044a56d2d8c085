import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import parts from '../../ui/layout/Settings.module.css'
import { SettingsSection } from '../../ui/layout/SettingsSection.tsx'
import { useCreateWebhook, useWebhooks } from './data.ts'
import { Secret } from './Secret.tsx'
import { WebhookCard } from './WebhookCard.tsx'
import { type LimitChoices, WebhookForm } from './WebhookForm.tsx'

export const WebhookSettings = (choices: LimitChoices) => {
  const { t } = useTranslation()
  const { data: webhooks, error, refetch } = useWebhooks()
  const create = useCreateWebhook()
  const [isAdding, setIsAdding] = useState(false)
  return (
    <SettingsSection title={t('webhook.title')} hasOuterTitle>
      <p className={parts.hint}>{t('webhook.hint')}</p>
      {error && <ProblemText problem={error} onRetry={() => refetch()} />}
      {!webhooks && !error && <Skeleton rows={2} label={t('word.loading')} />}
      {webhooks?.length === 0 && !isAdding && <p className={parts.hint}>{t('webhook.none')}</p>}
      {webhooks?.map((webhook) => (
        <WebhookCard
          key={webhook._id}
          webhook={webhook}
          choices={choices}
          secret={create.data?._id === webhook._id ? create.data.secret : undefined}
        />
      ))}
      {create.data && !webhooks?.some(({ _id }) => _id === create.data._id) && <Secret secret={create.data.secret} />}
      {isAdding ? (
        <WebhookForm
          choices={choices}
          submitLabel={t('webhook.create')}
          problem={create.error}
          isBusy={create.isPending}
          onSubmit={(values) => create.mutate(values, { onSuccess: () => setIsAdding(false) })}
          onCancel={() => setIsAdding(false)}
        />
      ) : (
        <div className={parts.buttons}>
          <Button
            variant="light"
            leftSection={<IconPlus size={18} stroke={1.75} />}
            onClick={() => {
              create.reset()
              setIsAdding(true)
            }}
          >
            {t('webhook.add')}
          </Button>
        </div>
      )}
    </SettingsSection>
  )
}
