import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import parts from '../../ui/layout/Settings.module.css'
import { SettingsSection } from '../../ui/layout/SettingsSection.tsx'
import type { NamedItem } from '../../ui/lists/named-item.ts'
import { useCreateWarningFeed, useWarningFeeds } from './data.ts'
import { FeedCard } from './FeedCard.tsx'
import { FeedForm } from './FeedForm.tsx'

/** Feeds from which the service reads warnings. */
export const WarningFeeds = ({ regions }: { regions: readonly NamedItem[] }) => {
  const { t } = useTranslation()
  const { data: feeds, error, refetch } = useWarningFeeds()
  const create = useCreateWarningFeed()
  const [isAdding, setIsAdding] = useState(false)
  return (
    <SettingsSection title={t('panel.warningfeeds')} hasOuterTitle>
      <p className={parts.hint}>{t('warningFeed.hint')}</p>
      {error && <ProblemText problem={error} onRetry={() => refetch()} />}
      {!feeds && !error && <Skeleton rows={2} label={t('word.loading')} />}
      {feeds?.length === 0 && !isAdding && <p>{t('warningFeed.none')}</p>}
      {feeds?.map((feed) => (
        <FeedCard key={feed._id} feed={feed} regions={regions} />
      ))}
      {isAdding ? (
        <FeedForm
          regions={regions}
          submitLabel={t('warningFeed.create')}
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
            {t('warningFeed.add')}
          </Button>
        </div>
      )}
    </SettingsSection>
  )
}
