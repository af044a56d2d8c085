import { useTranslation } from 'react-i18next'
import { type FollowedActivity, type FollowPageData, visitorApi } from '#contract'
import { call } from '../../api/call.ts'
import { titleOf } from '../../i18n/names.ts'
import classes from './Activities.module.css'
import { ActivityFacts } from './ActivityFacts.tsx'
import { ConfirmInPlace } from './ConfirmInPlace.tsx'
import { Thread } from './Thread.tsx'

type Props = { followed: FollowPageData; follow: string; onChanged: (followed: FollowPageData) => void }

export const FollowedActivities = (props: Props) =>
  props.followed.activities.map((activity) => (
    <FollowedActivityItem key={activity._id} activity={activity} {...props} />
  ))

const FollowedActivityItem = ({ activity, followed, follow, onChanged }: Props & { activity: FollowedActivity }) => {
  const { t } = useTranslation()
  const aoiId = activity._id
  return (
    <article className={classes.card} aria-label={activity.name}>
      <h2>
        <bdi>{activity.name}</bdi>
      </h2>
      <ActivityFacts activity={activity} />
      {activity.isOver && <p className={classes.dim}>{t('visitor.isOver')}</p>}
      <Thread
        entries={activity.entries}
        service={titleOf(followed.service)}
        answer={activity.isOver ? undefined : { follow, aoiId, onSent: onChanged }}
      />
      <ConfirmInPlace
        label={t('visitor.leave')}
        text={t('visitor.leaveText')}
        confirm={t('visitor.leave')}
        onConfirm={async () => onChanged(await call(visitorApi.leave, { body: { follow, aoiId } }))}
      />
    </article>
  )
}
