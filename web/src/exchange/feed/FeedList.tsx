import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Feed, FeedFilter } from '#contract'
import { formatRelative } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { dotted, isolated } from '../../i18n/isolated.ts'
import { useNow } from '../../ui/browser/now.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { SettingsList } from '../../ui/layout/SettingsList.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { toastProblem } from '../../ui/overlays/toast.ts'
import { useFeeds, useRevokeFeed } from './data.ts'
import classes from './Feed.module.css'

export type FilterWords = (filter: FeedFilter) => string

type Props = {
  memberId: string
  wordsOf: FilterWords
  /** Text shown without feeds. */
  none?: string
  onRevoked?: (id: string) => void
}

export const FeedList = ({ memberId, wordsOf, none, onRevoked }: Props) => {
  const { t } = useTranslation()
  const { data: feeds, error, refetch } = useFeeds()
  const revoke = useRevokeFeed()
  const now = useNow()
  const [asked, setAsked] = useState<Feed>()
  const ago = (time: string) => formatRelative(new Date(time), now, t, currentLanguage())
  const close = () => setAsked(undefined)
  if (error) return <ProblemText problem={error} onRetry={refetch} />
  if (!feeds) return <Skeleton rows={2} label={t('word.loading')} />
  if (feeds.length === 0) return none ? <p className={classes.dim}>{none}</p> : null
  const meta = ({ filter, format, creator, lastUsedAt }: Feed) => [
    wordsOf(filter),
    format === 'geojson' ? 'GeoJSON' : format.toUpperCase(),
    ...(creator._id === memberId ? [] : [creator.name]),
    lastUsedAt ? t('feed.used', { time: ago(lastUsedAt) }) : t('feed.unused'),
  ]
  return (
    <section>
      <h3 className={classes.subtitle}>{t('feed.all')}</h3>
      <SettingsList
        label={t('feed.all')}
        rows={feeds.map((feed) => ({
          key: feed._id,
          text: <bdi>{feed.name}</bdi>,
          meta: dotted(meta(feed)),
          end: (
            <IconButton
              icon={IconTrash}
              label={t('feed.revoke', { name: isolated(feed.name) })}
              onClick={() => setAsked(feed)}
            />
          ),
        }))}
      />
      <ConfirmDialog
        isOpen={asked !== undefined}
        title={asked?.name ?? ''}
        message={t('feed.revokeText', { name: isolated(asked?.name ?? '') })}
        yes={t('feed.revokeYes')}
        color="red"
        isBusy={revoke.isPending}
        onYes={() =>
          asked &&
          revoke.mutate(asked._id, {
            onSuccess: () => {
              onRevoked?.(asked._id)
              close()
            },
            onError: toastProblem,
          })
        }
        onCancel={close}
      />
    </section>
  )
}
