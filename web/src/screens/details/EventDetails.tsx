import { IconFileSearch, IconMessages } from '@tabler/icons-react'
import { Fragment, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Aoi, may, Problem, type Profile } from '#contract'
import { AoiFacts, AoiPicture, AoiReport } from '../../core/aoi/card/AoiFacts.tsx'
import { CreatorCard } from '../../core/aoi/card/CreatorCard.tsx'
import { Shares } from '../../core/aoi/card/Shares.tsx'
import { useAoi } from '../../core/aoi/data.ts'
import { LogInput } from '../../core/aoi/log/LogInput.tsx'
import { LogList } from '../../core/aoi/log/LogList.tsx'
import type { ArrivedAoi } from '../../core/aoi/outgoing.ts'
import { useTypeLooks } from '../../core/aoi/type-look.ts'
import { useWording } from '../../core/aoi/wording.ts'
import { withTexts } from '../../i18n/i18n.ts'
import { actorOf } from '../../people/user/data.ts'
import { useIsWide } from '../../ui/browser/wide.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { UnsentDetails, UnsentOf, useUnsentAoi } from '../device/Unsent.tsx'
import { EditorProblem } from '../panels/editor.tsx'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { ActivityAbout, ActivityJumps, ActivityLogInput, ActivityTabs, useActivityTabs } from './ActivityDetails.tsx'
import { EventActions } from './EventActions.tsx'
import classes from './EventDetails.module.css'
import { JumpButton, LOG_ID } from './JumpButton.tsx'
import { type Pictures, usePictures } from './use-pictures.tsx'

const PlanLinks = lazy(
  withTexts(['metrics'], () => import('./PlanLinks.tsx').then((file) => ({ default: file.PlanLinks }))),
)

const AreaDetails = lazy(
  withTexts(['sensors'], () => import('./AreaDetails.tsx').then((file) => ({ default: file.AreaDetails }))),
)

const PublicTextCard = lazy(
  withTexts(['board-settings'], () =>
    import('../../public/board/PublicTextCard.tsx').then((file) => ({ default: file.PublicTextCard })),
  ),
)

const EventTwins = lazy(
  withTexts(['twin'], () => import('../../public/twin/EventTwins.tsx').then((file) => ({ default: file.EventTwins }))),
)

export const EventDetails = (props: { nonce: string; profile: Profile }) => {
  const unsent = useUnsentAoi(props.nonce)
  const arrived = unsent?.state === 'confirmed' && (unsent.known as ArrivedAoi).nonce
  // Until the reply names the new AOI's final nonce, this nonce may belong to another AOI on the server.
  if (unsent && arrived !== props.nonce) return <UnsentDetails request={unsent} profile={props.profile} />
  return <SentDetails {...props} />
}

const SentDetails = ({ nonce, profile }: { nonce: string; profile: Profile }) => {
  const { t } = useTranslation()
  const { data: aoi, error, refetch, isPending } = useAoi(nonce)
  const { replace } = useWorkspace()
  const shownNonce = aoi?.properties.nonce
  // The link of a merged report opens the main report, whose nonce then replaces the one in the address.
  useEffect(() => {
    if (shownNonce && shownNonce !== nonce)
      replace((workspace) =>
        workspace.selected === `aoi.${nonce}` ? { ...workspace, selected: `aoi.${shownNonce}` } : workspace,
      )
  }, [shownNonce, nonce, replace])
  const isGone = error instanceof Problem && error.code === 'notFound'
  if (isGone) return <EmptyState icon={IconFileSearch} text={t('empty.selection')} />
  if (isPending) return <Skeleton rows={6} label={t('word.loading')} />
  if (!aoi) return <EditorProblem problem={error} onRetry={refetch} />
  return <LoadedDetails key={aoi._id} aoi={aoi} profile={profile} problem={error} onRetry={() => refetch()} />
}

type LoadedProps = { aoi: Aoi; profile: Profile; problem: unknown; onRetry: () => void }

const LoadedDetails = (props: LoadedProps) => {
  const { t } = useTranslation()
  const { activity, forSensors } = props.aoi.properties
  if (forSensors)
    return (
      <Suspense fallback={<Skeleton rows={6} label={t('word.loading')} />}>
        <AreaDetails {...props} />
      </Suspense>
    )
  return activity ? <Activity {...props} /> : <Event {...props} />
}

const useClosed = (aoi: Aoi, profile: Profile): string | undefined => {
  const { t } = useTranslation()
  if (actorOf(profile).isViewer) return t('log.viewer')
  return aoi.isArchived ? t('log.archived') : undefined
}

const Event = (props: LoadedProps) => {
  const { aoi, profile } = props
  const { t } = useTranslation()
  const { change: wording } = useWording(aoi)
  const closed = useClosed(aoi, profile)
  const pictures = usePictures(aoi, profile)
  return (
    <Frame
      {...props}
      pictures={pictures}
      jumps={<JumpButton icon={IconMessages} label={t('log.title')} count={aoi.properties.logs.length} />}
      input={<LogInput subject={{ number: aoi.number }} actions={profile.role?.actions ?? []} closed={closed} />}
    >
      <Twins aoi={aoi} profile={profile} onPhoto={pictures.openAt} />
      {!aoi.mergedInto && may(actorOf(profile), 'report.review', { serviceId: aoi.serviceId }) && (
        <Suspense>
          <PublicTextCard aoiId={aoi._id} />
        </Suspense>
      )}
      <section id={LOG_ID} className={classes.log} aria-label={t('log.title')}>
        <h3 className={classes.heading}>{t('log.title')}</h3>
        <LogList entries={aoi.properties.logs} wording={wording} onPhoto={pictures.openAt} />
      </section>
    </Frame>
  )
}

const Twins = ({ aoi, profile, onPhoto }: { aoi: Aoi; profile: Profile; onPhoto: Pictures['openAt'] }) => {
  const { go } = useWorkspace()
  const actor = actorOf(profile)
  const mayMerge = !aoi.mergedInto && may(actor, 'aoi.merge', { serviceId: aoi.serviceId, kind: 'event' })
  // A reader from another service does not see merged reports.
  const reads = may(actor, 'service.readAois', aoi)
  if (!mayMerge && !(reads && aoi.mergedCount > 0)) return null
  return (
    <Suspense>
      <EventTwins
        aoi={aoi}
        mayMerge={mayMerge}
        onOpen={(nonce) => go((workspace) => ({ ...workspace, selected: `aoi.${nonce}` }))}
        renderReport={(report) => <MergedReport aoi={report} onPhoto={onPhoto} />}
      />
    </Suspense>
  )
}

const MergedReport = ({ aoi, onPhoto }: { aoi: Aoi; onPhoto: Pictures['openAt'] }) => {
  const { change: wording } = useWording(aoi)
  return (
    <>
      <CreatorCard aoi={aoi} />
      <AoiReport aoi={aoi} />
      {aoi.properties.map.length > 0 && <AoiPicture aoi={aoi} />}
      <LogList entries={aoi.properties.logs} wording={wording} onPhoto={onPhoto} />
    </>
  )
}

const Activity = (props: LoadedProps) => {
  const { aoi, profile } = props
  const tabs = useActivityTabs()
  const parts = { aoi, profile, tabs, closed: useClosed(aoi, profile) }
  const pictures = usePictures(aoi, profile)
  return (
    <Frame
      {...props}
      pictures={pictures}
      about={<ActivityAbout aoi={aoi} />}
      jumps={<ActivityJumps {...parts} />}
      input={<ActivityLogInput {...parts} />}
    >
      <ActivityTabs {...parts} onPhoto={pictures.openAt} />
    </Frame>
  )
}

type FrameProps = LoadedProps & {
  pictures: Pictures
  about?: ReactNode
  jumps: ReactNode
  input: ReactNode
  children: ReactNode
}

const Frame = ({ aoi, profile, problem, onRetry, pictures, about, jumps, input, children }: FrameProps) => {
  const actor = actorOf(profile)
  const looks = useTypeLooks([aoi.serviceId])
  const isWide = useIsWide()
  const hasPicture = aoi.properties.map.length > 0
  const isActivity = aoi.properties.activity !== null
  // React key of the log input, which reads its draft only on mount: a change loads an entry put back into the draft.
  const [round, setRound] = useState(0)
  return (
    <article className={classes.details} aria-label={aoi.properties.name}>
      {isWide && <EventActions aoi={aoi} actor={actor} onExpand={pictures.open} />}
      {pictures.viewer}
      <div className={classes.body}>
        {/* Loaded data stays on the screen when a later refetch fails. */}
        <ProblemText problem={problem} onRetry={onRetry} />
        {/* On a phone the order is that of the specification: image, reporter, time and place, name, buttons. */}
        {!isWide && hasPicture && <AoiPicture aoi={aoi} />}
        {!isWide && <CreatorCard aoi={aoi} />}
        <AoiFacts aoi={aoi} look={looks.get(aoi.properties.publicAction?._id ?? '')} isNameLast={!isWide} />
        {!isWide && <EventActions aoi={aoi} actor={actor} onExpand={pictures.open} first={jumps} />}
        {about}
        {aoi.localMaps.length > 0 && (
          <Suspense>
            <PlanLinks aoi={aoi} />
          </Suspense>
        )}
        {isWide && <CreatorCard aoi={aoi} />}
        <AoiReport aoi={aoi} />
        {(hasPicture ? isWide : !isActivity) && <AoiPicture aoi={aoi} />}
        <Shares aoi={aoi} actor={actor} />
        <UnsentOf subject={{ number: aoi.number }} onMend={() => setRound(round + 1)} />
        {children}
        {!hasPicture && isActivity && <AoiPicture aoi={aoi} />}
      </div>
      <Fragment key={round}>{input}</Fragment>
    </article>
  )
}
