import { IconFileSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Aoi, Problem, type Profile } from '#contract'
import { AoiFacts, AoiReport } from '../../aoi/card/AoiFacts.tsx'
import { CreatorCard } from '../../aoi/card/CreatorCard.tsx'
import { Shares } from '../../aoi/card/Shares.tsx'
import { useAoi } from '../../aoi/data.ts'
import { useTypeLooks } from '../../aoi/type-look.ts'
import { LogInput } from '../../log/LogInput.tsx'
import { LogList } from '../../log/LogList.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ProblemText } from '../../ui/ProblemText.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { actorOf } from '../../user/data.ts'
import { EventActions } from './EventActions.tsx'
import classes from './EventDetails.module.css'

/** An event's card: in the drawer at a desk, over the whole screen on a phone. */
export const EventDetails = ({ nonce, profile }: { nonce: string; profile: Profile }) => {
  const { t } = useTranslation()
  const { data: aoi, error, refetch, isPending } = useAoi(nonce)
  const isGone = error instanceof Problem && error.code === 'notFound'
  if (isGone) return <EmptyState icon={IconFileSearch} text={t('empty.selection')} />
  if (isPending) return <Skeleton rows={6} label={t('word.loading')} />
  if (!aoi) return <ProblemText problem={error} onRetry={() => refetch()} />
  return <Known key={aoi._id} aoi={aoi} profile={profile} problem={error} onRetry={() => refetch()} />
}

type KnownProps = { aoi: Aoi; profile: Profile; problem: unknown; onRetry: () => void }

const Known = ({ aoi, profile, problem, onRetry }: KnownProps) => {
  const { t } = useTranslation()
  const actor = actorOf(profile)
  const looks = useTypeLooks([aoi.serviceId])
  const [isExpanded, setIsExpanded] = useState(false)
  const look = looks.get(aoi.properties.publicAction?._id ?? '')
  const closed = actor.isViewer ? t('log.viewer') : aoi.isArchived ? t('log.archived') : undefined
  return (
    <article className={classes.details} aria-label={aoi.properties.name}>
      <EventActions
        aoi={aoi}
        actor={actor}
        isImageExpanded={isExpanded}
        onExpand={aoi.properties.map.length > 0 ? () => setIsExpanded(!isExpanded) : undefined}
      />
      <div className={classes.body}>
        {/* What was loaded stays on the screen when a later look-up fails. */}
        <ProblemText problem={problem} onRetry={onRetry} />
        <AoiFacts aoi={aoi} look={look} />
        <CreatorCard aoi={aoi} />
        <AoiReport aoi={aoi} isImageExpanded={isExpanded} />
        <Shares aoi={aoi} actor={actor} />
        <section className={classes.log} aria-label={t('log.title')}>
          <h3 className={classes.heading}>{t('log.title')}</h3>
          <LogList entries={aoi.properties.logs} />
        </section>
      </div>
      <LogInput number={aoi.number} actions={profile.role?.actions ?? []} closed={closed} />
    </article>
  )
}
