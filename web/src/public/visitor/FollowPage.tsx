import { Button } from '@mantine/core'
import { IconCircleCheck, IconMapPin } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FollowedReport, type FollowPageData, visitorApi } from '#contract'
import { call } from '../../api/call.ts'
import { nameOf, titleOf } from '../../i18n/names.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { dropDraft, readDraft } from '../../ui/forms/draft.ts'
import { goTo } from './address.ts'
import { ConfirmInPlace } from './ConfirmInPlace.tsx'
import { DeviceUpdates } from './DeviceUpdates.tsx'
import { SENT_NOTE } from './data.ts'
import { EraseDetails } from './EraseDetails.tsx'
import classes from './FollowPage.module.css'
import { KeepAddress } from './KeepAddress.tsx'
import { MailUpdates } from './MailUpdates.tsx'
import { Progress, ProgressText } from './Progress.tsx'
import { Rate } from './Rate.tsx'
import { Moment, Thread } from './Thread.tsx'
import { VisitorLayout } from './VisitorLayout.tsx'

const FollowedActivities = lazy(() =>
  import('./FollowedActivities.tsx').then((file) => ({ default: file.FollowedActivities })),
)

type Props = {
  followed: FollowPageData
  follow: string
  problem: unknown
  onRetry: () => void
  onChanged: (followed: FollowPageData) => void
  onErased: () => void
}

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
        {reports.length > 0 && (
          <div className={classes.updates}>
            <DeviceUpdates follow={follow} devices={followed.devices} onChanged={onChanged} />
            {followed.mailed && <MailUpdates follow={follow} mailed={followed.mailed} onChanged={onChanged} />}
          </div>
        )}
        {/* Loaded data stays visible if a later refetch fails. */}
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
        <EraseDetails follow={follow} backupDays={followed.backupDays} onErased={onErased} />
      </div>
    </VisitorLayout>
  )
}

/** Returns the number of the report that was just sent, once. */
const takeSent = (): string | null => {
  const { number } = readDraft<{ number: number }>(SENT_NOTE)
  dropDraft(SENT_NOTE)
  return number === undefined ? null : String(number)
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
        <Progress progress={report.progress} />
      </summary>
      <ProgressText progress={report.progress} messages={report.messages} review={report.review} />
      {report.canRate && (
        <Rate follow={follow} aoiId={report._id} isMerged={report.mergedInto !== null} onRated={onChanged} />
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
            : { follow, aoiId: report._id, onSent: onChanged, takesPhotos: true }
        }
      />
      {report.canClose && (
        <ConfirmInPlace
          label={t('visitor.close')}
          text={t('visitor.closeText')}
          confirm={t('visitor.closeNow')}
          onConfirm={async () => onChanged(await call(visitorApi.close, { body: { follow, aoiId: report._id } }))}
        />
      )}
    </details>
  )
}
