import { Button, Switch } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconPlayerPause } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WarningFeed } from '#contract'
import { useIsOffline } from '../../api/live.ts'
import { formatRelative } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { dotted, isolated } from '../../i18n/isolated.ts'
import { useNow } from '../../ui/browser/now.ts'
import parts from '../../ui/layout/Settings.module.css'
import type { NamedItem } from '../../ui/lists/named-item.ts'
import { DeleteDialog } from '../../ui/overlays/DeleteDialog.tsx'
import { useChangeWarningFeed, useCheckWarningFeed, useRemoveWarningFeed } from './data.ts'
import { FeedForm } from './FeedForm.tsx'
import classes from './Feeds.module.css'
import { feedProblemText } from './problem.ts'

type Props = { feed: WarningFeed; regions: readonly NamedItem[] }

export const FeedCard = ({ feed, regions }: Props) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'form' | 'remove'>()
  const change = useChangeWarningFeed(feed._id)
  const check = useCheckWarningFeed(feed._id)
  const remove = useRemoveWarningFeed()
  const isOffline = useIsOffline()
  const close = () => setOpen(undefined)
  return (
    <article className={classes.card} aria-label={feed.name}>
      <div>
        <p className={classes.name}>
          <bdi>{feed.name}</bdi>
        </p>
        <bdi className={parts.hint} dir="ltr">
          {feed.url}
        </bdi>
        <Summary feed={feed} regions={regions} />
      </div>
      <State feed={feed} />
      {open === 'form' ? (
        <FeedForm
          regions={regions}
          initial={feed}
          submitLabel={t('word.save')}
          problem={change.error}
          isBusy={change.isPending}
          onSubmit={(values) => change.mutate(values, { onSuccess: close })}
          onCancel={close}
        />
      ) : (
        <>
          <Switch
            label={t('warningFeed.enabled')}
            checked={feed.isEnabled}
            onChange={(event) => change.mutate({ isEnabled: event.currentTarget.checked })}
          />
          <div className={parts.buttons}>
            <Button
              variant="light"
              loading={check.isPending || feed.isDue}
              disabled={!feed.isEnabled || isOffline}
              onClick={() => check.mutate()}
            >
              {t('warningFeed.check')}
            </Button>
            <Button
              variant="default"
              onClick={() => {
                change.reset()
                setOpen('form')
              }}
            >
              {t('warningFeed.edit')}
            </Button>
            <Button variant="default" onClick={() => setOpen('remove')}>
              {t('word.delete')}
            </Button>
          </div>
        </>
      )}
      <DeleteDialog
        item={open === 'remove' ? feed : undefined}
        name={feed.name}
        message={t('warningFeed.removeText', { name: feed.name })}
        deleted={t('warningFeed.removed', { name: feed.name })}
        remove={remove}
        onClose={close}
      />
    </article>
  )
}

const Summary = ({ feed: { limit, intervalMinutes, showsTests }, regions }: Props) => {
  const { t } = useTranslation()
  const names =
    limit.type === 'regions' &&
    regions.filter(({ _id }) => limit.regionIds.includes(_id)).map(({ name }) => isolated(name))
  const where = names ? t('warningFeed.inRegions', { names: names.join(', ') }) : t(`warningFeed.limits.${limit.type}`)
  const facts = [where, t('warningFeed.every', { count: intervalMinutes }), showsTests && t('warningFeed.withTests')]
  return <p className={parts.hint}>{dotted(facts)}</p>
}

const State = ({ feed }: { feed: WarningFeed }) => {
  const { t } = useTranslation()
  const now = useNow()
  const { isEnabled, isDue, problem, succeededAt, warnings } = feed
  const read = succeededAt && [
    t('warningFeed.read', { time: isolated(formatRelative(new Date(succeededAt), now, t, currentLanguage())) }),
    t('warningFeed.count', { count: warnings }),
  ]
  const line = (Icon: typeof IconCircleCheck, text: string, isGood = false) => (
    <p className={classes.state} data-good={isGood || undefined} role="status">
      <Icon size={18} stroke={1.75} aria-hidden />
      <span>{text}</span>
    </p>
  )
  if (!isEnabled)
    return (
      <>
        {line(IconPlayerPause, t('warningFeed.off'))}
        {read && <p className={parts.hint}>{dotted(read)}</p>}
      </>
    )
  return (
    <>
      {problem && (
        <p className={parts.warning} role="alert">
          {feedProblemText(problem, feed, t)}
        </p>
      )}
      {read
        ? line(IconCircleCheck, dotted(read), !problem)
        : !problem && line(IconCircleDashed, t('warningFeed.first'))}
      {isDue && read && line(IconCircleDashed, t('warningFeed.checking'))}
    </>
  )
}
