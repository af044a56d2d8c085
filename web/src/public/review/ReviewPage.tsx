import { Button, NumberInput } from '@mantine/core'
import { IconHandStop, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HeldState, ReviewStatus } from '#contract'
import { formatNumber, formatTime } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { TabBar } from '../../ui/layout/TabBar.tsx'
import { toastProblem } from '../../ui/overlays/toast.ts'
import { useAlertMinutes, useHold, useReviewStatus } from './data.ts'
import { OneByOne, type OneByOneProps } from './OneByOne.tsx'
import { ReviewList } from './ReviewList.tsx'
import classes from './ReviewPage.module.css'

type Tab = 'one' | HeldState

type Props = OneByOneProps & {
  mayEdit: boolean
  types: readonly { _id: string; name: string }[]
  /** Exports the reports with these ids; undefined without the right to export. */
  onExport: ((ids: string[]) => void) | undefined
  onClose: () => void
}

const PAGE = 'review-page'

export const ReviewPage = ({ onClose, onExport, mayEdit, types, ...props }: Props) => {
  const { t } = useTranslation()
  const [tab, setTab] = useState<Tab>('one')
  const { data: status } = useReviewStatus()
  const count = (number: number | undefined) =>
    number ? <span className={classes.count}>{formatNumber(number, currentLanguage())}</span> : undefined
  return (
    <section className={classes.page} aria-label={t('review.title')}>
      <header className={classes.header}>
        <h2 className={classes.title}>{t('review.title')}</h2>
        {status && <Hold status={status} />}
        <IconButton icon={IconX} label={t('word.close')} onClick={onClose} />
      </header>
      <TabBar<Tab>
        label={t('review.tabs')}
        tabs={[
          { id: 'one', title: t('review.tab.one') },
          { id: 'waiting', title: t('review.tab.waiting'), after: count(status?.waiting) },
          { id: 'asked', title: t('review.tab.asked'), after: count(status?.asked) },
          { id: 'refused', title: t('review.tab.refused') },
          { id: 'accepted', title: t('review.tab.accepted') },
        ]}
        selected={tab}
        controls={PAGE}
        isLong
        onChoose={setTab}
      />
      <div id={PAGE} role="tabpanel" aria-label={t(`review.tab.${tab}`)} className={classes.body}>
        {tab === 'one' ? (
          <OneByOne {...props} />
        ) : (
          <>
            {tab === 'waiting' && mayEdit && status && <AlertAfter minutes={status.alertMinutes} />}
            <ReviewList
              key={tab}
              state={tab}
              types={types}
              roles={props.roles}
              onExport={onExport}
              onReview={() => setTab('one')}
            />
          </>
        )}
      </div>
    </section>
  )
}

/** A button that holds every new report, for times with very many reports, and a notice while this is on. */
const Hold = ({ status }: { status: ReviewStatus }) => {
  const { t } = useTranslation()
  const hold = useHold()
  const { holdsEverything, holdsEverythingSince, holdsEverythingBy } = status
  const since = holdsEverythingSince && formatTime(new Date(holdsEverythingSince))
  return (
    <Button
      variant={holdsEverything ? 'filled' : 'default'}
      color="orange.9"
      className={classes.hold}
      aria-pressed={holdsEverything}
      leftSection={<IconHandStop size={18} stroke={1.75} aria-hidden />}
      loading={hold.isPending}
      title={
        holdsEverything ? t('review.holdingBy', { time: since, name: holdsEverythingBy ?? '' }) : t('review.holdHint')
      }
      onClick={() => hold.mutate(!holdsEverything, { onError: toastProblem })}
    >
      {t(holdsEverything ? 'review.holding' : 'review.hold')}
    </Button>
  )
}

const AlertAfter = ({ minutes }: { minutes: number }) => {
  const { t } = useTranslation()
  const change = useAlertMinutes()
  const save = (value: number | string) => {
    const alertMinutes = Number(value)
    if (alertMinutes !== minutes && alertMinutes >= 1) change.mutate(alertMinutes, { onError: toastProblem })
  }
  return (
    <NumberInput
      className={classes.alert}
      label={t('review.alertAfter')}
      suffix={` ${t('review.minutes')}`}
      min={1}
      max={1440}
      allowDecimal={false}
      defaultValue={minutes}
      onBlur={(event) => save(event.currentTarget.value.replace(/\D/g, ''))}
    />
  )
}
