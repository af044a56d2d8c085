import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FollowedActivity, type FollowPageData, visitorApi } from '#contract'
import { call } from '../api/call.ts'
import { titleOf } from '../i18n/titles.ts'
import { ProblemText } from '../ui/feedback/ProblemText.tsx'
import classes from './Activities.module.css'
import { ActivityFacts } from './ActivityFacts.tsx'
import { Thread } from './Thread.tsx'

type Props = { followed: FollowPageData; follow: string; onChanged: (followed: FollowPageData) => void }

/** The visitor's activities: public updates, private messages, and a button to unsubscribe. */
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
      <Leave follow={follow} aoiId={aoiId} onLeft={onChanged} />
    </article>
  )
}

/** Confirms inline: a dialog would add more code than the whole page has. */
const Leave = ({
  follow,
  aoiId,
  onLeft,
}: {
  follow: string
  aoiId: string
  onLeft: (followed: FollowPageData) => void
}) => {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const leave = async () => {
    setIsBusy(true)
    try {
      onLeft(await call(visitorApi.leave, { body: { follow, aoiId } }))
    } catch (error) {
      setProblem(error)
      setIsBusy(false)
    }
  }
  if (!isAsking)
    return (
      <div>
        <Button variant="subtle" color="gray" onClick={() => setIsAsking(true)}>
          {t('visitor.leave')}
        </Button>
      </div>
    )
  return (
    <section aria-label={t('visitor.leave')}>
      <p className={classes.dim}>{t('visitor.leaveText')}</p>
      <ProblemText problem={problem} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => setIsAsking(false)}>
          {t('word.cancel')}
        </Button>
        <Button color="red" loading={isBusy} onClick={leave}>
          {t('visitor.leave')}
        </Button>
      </div>
    </section>
  )
}
