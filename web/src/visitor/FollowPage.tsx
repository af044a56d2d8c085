import { Button } from '@mantine/core'
import { IconCircle, IconCircleCheck, IconMapPin, IconProgress } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FollowedReport, FollowPageData } from '#contract'
import { withTexts } from '../i18n/i18n.ts'
import { nameOf, titleOf } from '../i18n/names.ts'
import { ProblemText } from '../ui/feedback/ProblemText.tsx'
import colour from '../ui/text/StateColour.module.css'
import { goTo } from './address.ts'
import classes from './FollowPage.module.css'
import { KeepAddress } from './KeepAddress.tsx'
import { Moment, Thread } from './Thread.tsx'
import { VisitorLayout } from './VisitorLayout.tsx'

const FollowedActivities = lazy(() =>
  import('./FollowedActivities.tsx').then((file) => ({ default: file.FollowedActivities })),
)

// It comes after the page itself: few visitors use it, and the page stays light.
const EraseDetails = lazy(
  withTexts(['follow'], () => import('./EraseDetails.tsx').then((file) => ({ default: file.EraseDetails }))),
)

// Only services that hold reports for review need them.
const loadReview = withTexts(['refusal'], () => import('./ReviewState.tsx'))
const ReviewState = lazy(() => loadReview().then((file) => ({ default: file.ReviewState })))
const ReviewText = lazy(() => loadReview().then((file) => ({ default: file.ReviewText })))

type Props = {
  followed: FollowPageData
  follow: string
  problem: unknown
  onRetry: () => void
  onChanged: (followed: FollowPageData) => void
  onErased: () => void
}

/** A visitor's own page: its reports with their state and messages, and the activities it subscribed to. */
export const FollowPage = ({ followed, follow, problem, onRetry, onChanged, onErased }: Props) => {
  const { t } = useTranslation()
  const { service, reports, activities, link } = followed
  const [justSent] = useState(takeSent)
  const isEmpty = reports.length === 0 && activities.length === 0
  return (
    <VisitorLayout service={service}>
      <div className={classes.page}>
        {justSent ? (
          <section className={classes.thanks} role="status">
            <IconCircleCheck size={32} stroke={1.5} aria-hidden />
            <h1>{t('visitor.thanks')}</h1>
            <p>{t('visitor.thanksText', { number: justSent })}</p>
          </section>
        ) : (
          <h1 className={classes.heading}>{t('visitor.followTitle')}</h1>
        )}
        <KeepAddress follow={follow} />
        {/* Loaded data stays on the screen when a later refetch fails. */}
        <ProblemText problem={problem} onRetry={onRetry} />
        {isEmpty && <p className={classes.dim}>{t('visitor.nothingLeft')}</p>}
        {reports.map((report, index) => (
          <Report
            key={report._id}
            report={report}
            followed={followed}
            follow={follow}
            isOpen={index === 0}
            onChanged={onChanged}
          />
        ))}
        {activities.length > 0 && (
          <Suspense>
            <FollowedActivities followed={followed} follow={follow} onChanged={onChanged} />
          </Suspense>
        )}
        {link && (
          <Button variant="default" size="md" onClick={() => goTo({ token: link })}>
            {t('visitor.another')}
          </Button>
        )}
        <Suspense>
          <EraseDetails follow={follow} backupDays={followed.backupDays} onErased={onErased} />
        </Suspense>
      </div>
    </VisitorLayout>
  )
}

/** The number of the report just sent; read once. */
const takeSent = (): string | null => {
  const number = sessionStorage.getItem('visitor.sent')
  sessionStorage.removeItem('visitor.sent')
  return number
}

type ReportProps = Pick<Props, 'followed' | 'follow' | 'onChanged'> & { report: FollowedReport; isOpen: boolean }

const Report = ({ report, followed, follow, isOpen, onChanged }: ReportProps) => {
  const { t } = useTranslation()
  const type = report.type && nameOf(report.type)
  return (
    <details className={classes.card} open={isOpen}>
      <summary className={classes.summary}>
        <span className={classes.name}>
          <bdi>{report.name}</bdi>
        </span>
        {report.review ? (
          <Suspense>
            <ReviewState state={report.review.state} />
          </Suspense>
        ) : (
          <State state={report.state} />
        )}
      </summary>
      {report.review && (
        <Suspense>
          <ReviewText {...report.review} />
        </Suspense>
      )}
      <dl className={classes.facts}>
        <div>
          <dt>{t('visitor.number')}</dt>
          <dd>
            <bdi>
              #{report.number}
              {report.mergedInto && ` → #${report.mergedInto}`}
            </bdi>
          </dd>
        </div>
        <div>
          <dt>{t('visitor.sentAt')}</dt>
          <dd>
            <Moment at={report.createdAt} />
          </dd>
        </div>
        {type && type !== report.name && (
          <div>
            <dt>{t('visitor.type')}</dt>
            <dd>
              <bdi>{type}</bdi>
            </dd>
          </div>
        )}
      </dl>
      {report.address && (
        <p className={classes.where}>
          <IconMapPin size={18} stroke={1.75} aria-hidden />
          <bdi>{report.address}</bdi>
        </p>
      )}
      {report.image && (
        <img className={classes.image} src={`${report.image}?size=thumb`} alt={t('visitor.photoSent')} />
      )}
      {report.isAnonymous && <p className={classes.dim}>{t('visitor.sentAnonymously')}</p>}
      <Thread
        entries={report.entries}
        service={titleOf(followed.service)}
        answer={
          report.state === 'done' || report.review?.state === 'refused'
            ? undefined
            : { follow, aoiId: report._id, onSent: onChanged }
        }
      />
    </details>
  )
}

const signs = { new: IconCircle, inProgress: IconProgress, done: IconCircleCheck }

const State = ({ state }: Pick<FollowedReport, 'state'>) => {
  const { t } = useTranslation()
  const Sign = signs[state]
  return (
    <span className={`${classes.state} ${colour.state}`} data-state={state}>
      <Sign size={18} stroke={1.75} aria-hidden />
      {t(`visitor.state.${state}`)}
    </span>
  )
}
