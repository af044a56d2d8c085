import { Button, TextInput } from '@mantine/core'
import { IconCopy, IconLink, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CalendarFeed } from '#contract'
import { formatRelative } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { useNow } from '../../ui/browser/now.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { toast, toastProblem } from '../../ui/overlays/toast.ts'
import { useCreateFeed, useFeeds, useRevokeFeed } from './data.ts'
import classes from './FeedDialog.module.css'

export const FeedDialog = ({ hasDuty, onClose }: { hasDuty: boolean; onClose: () => void }) => {
  const { t } = useTranslation()
  const { data: feeds, error, refetch, isPending } = useFeeds()
  const create = useCreateFeed()
  return (
    <Dialog onClose={onClose} title={t('calendar.feed.title')} size={480}>
      <div className={classes.feed}>
        <p>{t('calendar.feed.text')}</p>
        {create.data ? (
          <>
            <CreatedFeed link={create.data.link} label={t('calendar.feed.link')} />
            {hasDuty && <CreatedFeed link={create.data.dutyLink} label={t('calendar.feed.dutyLink')} />}
          </>
        ) : (
          <Button
            leftSection={<IconLink size={18} stroke={1.75} />}
            loading={create.isPending}
            onClick={() => create.mutateAsync().catch(toastProblem)}
          >
            {t('calendar.feed.create')}
          </Button>
        )}
        {isPending && <Skeleton rows={2} label={t('word.loading')} />}
        {error && <ProblemText problem={error} onRetry={refetch} />}
        {feeds && feeds.length > 0 && <Links feeds={feeds} onRevoked={create.reset} />}
      </div>
    </Dialog>
  )
}

const CreatedFeed = ({ link, label }: { link: string; label: string }) => {
  const { t } = useTranslation()
  const copy = () =>
    navigator.clipboard
      .writeText(link)
      .then(() => toast({ message: t('calendar.feed.copied') }))
      .catch(toastProblem)
  return (
    <div className={classes.made}>
      <TextInput
        label={label}
        description={t('calendar.feed.once')}
        value={link}
        readOnly
        dir="ltr"
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={classes.buttons}>
        <Button component="a" variant="default" href={link.replace(/^https?/, 'webcal')}>
          {t('calendar.feed.open')}
        </Button>
        <Button leftSection={<IconCopy size={18} stroke={1.75} />} onClick={copy}>
          {t('calendar.feed.copy')}
        </Button>
      </div>
    </div>
  )
}

const Links = ({ feeds, onRevoked }: { feeds: CalendarFeed[]; onRevoked: () => void }) => {
  const { t } = useTranslation()
  const now = useNow()
  const revoke = useRevokeFeed()
  const ago = (time: string) => formatRelative(new Date(time), now, t, currentLanguage())
  return (
    <section>
      <h3 className={classes.subtitle}>{t('calendar.feed.links')}</h3>
      <ul className={classes.links}>
        {feeds.map(({ _id, createdAt, lastUsedAt }) => (
          <li key={_id} className={classes.entry}>
            <span>
              <bdi>{t('calendar.feed.made', { time: ago(createdAt) })}</bdi>
              <br />
              <bdi className={classes.used}>
                {lastUsedAt ? t('calendar.feed.used', { time: ago(lastUsedAt) }) : t('calendar.feed.unused')}
              </bdi>
            </span>
            <IconButton
              icon={IconTrash}
              label={t('calendar.feed.revoke')}
              loading={revoke.isPending && revoke.variables === _id}
              onClick={() => revoke.mutateAsync(_id).then(onRevoked).catch(toastProblem)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
