import { IconClipboardCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type HeldReportWithTwins, isAskable, type LngLat } from '#contract'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { DecisionDialog, type Dialogue } from './DecisionDialog.tsx'
import { releaseReport, useNextReport } from './data.ts'
import { useDecisions } from './decide.ts'
import classes from './OneByOne.module.css'
import { ReportPlace } from './ReportPlace.tsx'
import { ReportSheet } from './ReportSheet.tsx'
import { ReviewActions } from './ReviewActions.tsx'

export type OneByOneProps = {
  roles: readonly { _id: string; name: string }[]
  /** `onPress`: called with the place that the reviewer chooses for a report without one. */
  renderMap: (report: HeldReportWithTwins, at: LngLat | null, onPress: ((at: LngLat) => void) | undefined) => ReactNode
  renderCovers: (report: HeldReportWithTwins, onOpen: (isOpen: boolean) => void) => ReactNode
  renderTwins: (report: HeldReportWithTwins, onMerge: (aoiId: string) => void) => ReactNode
  renderType: (report: HeldReportWithTwins, typeId: string, onChoose: (typeId: string) => void) => ReactNode
  renderPublicText: (
    report: HeldReportWithTwins,
    typeId: string,
    parts: PublishedParts,
    onChange: (parts: PublishedParts) => void,
  ) => ReactNode
}

type PublishedParts = { text: string; hasPhoto: boolean }
type ChosenPlace = { coordinates: LngLat; address: string }

export const OneByOne = ({
  roles,
  renderMap,
  renderCovers,
  renderTwins,
  renderType,
  renderPublicText,
}: OneByOneProps) => {
  const { t } = useTranslation()
  const [skipped, setSkipped] = useState<readonly string[]>([])
  const [dialogue, setDialogue] = useState<Dialogue>()
  const [isCovering, setIsCovering] = useState(false)
  const [lastDone, setLastDone] = useState<string>()
  const [written, setWritten] = useState({ id: '', text: '', hasPhoto: false })
  const [retyped, setRetyped] = useState({ id: '', typeId: '' })
  const [placed, setPlaced] = useState<ChosenPlace & { id: string }>()
  const [placeMissing, setPlaceMissing] = useState('')
  const { data: report, error, refetch, isPlaceholderData } = useNextReport(skipped)
  const { decide, isBusy } = useDecisions()
  const id = report?._id
  const shown = useRef<string>(undefined)
  useEffect(() => {
    shown.current = id
  }, [id])
  // Releases the lease when this screen closes, not on each change of report: decisions and skipping release it
  // themselves, and a late release would end the lease of an undone decision.
  useEffect(() => () => void (shown.current && releaseReport(shown.current).catch(() => undefined)), [])

  if (report === undefined)
    return error ? <ProblemText problem={error} onRetry={refetch} /> : <Skeleton rows={6} label={t('word.loading')} />
  const send = async (decision: Parameters<typeof decide>[0]) => {
    setDialogue(undefined)
    if (await decide(decision)) setLastDone(decision.kind === 'undone' ? undefined : decision.ids[0])
  }
  const undo = lastDone ? () => void send({ kind: 'undone', ids: [lastDone] }) : undefined
  if (report === null)
    return (
      <div className={classes.empty}>
        <EmptyState icon={IconClipboardCheck} text={t('review.empty')} />
        <ReviewActions report={undefined} isBusy={isBusy} onUndo={undo} />
      </div>
    )
  const ids = [report._id]
  const [twin] = report.twins
  const isDecided = report._id === lastDone
  const published = written.id === report._id ? written : { text: '', hasPhoto: false }
  const typeId = retyped.id === report._id ? retyped.typeId : report.type._id
  const otherType = typeId === report.type._id ? undefined : typeId
  const choosesPlace = report.coordinates === null
  const place = choosesPlace && placed?.id === report._id ? placed : undefined
  const choosePlace = (coordinates: LngLat, address = '') => setPlaced({ id: report._id, coordinates, address })
  const accept = () => {
    if (choosesPlace && !place) return setPlaceMissing(report._id)
    void send({
      kind: 'accepted',
      ids,
      publicText: published.text,
      hasPublicPhoto: published.hasPhoto,
      typeId: otherType,
      place: place && { coordinates: place.coordinates, address: place.address },
    })
  }
  return (
    <>
      <ReportSheet
        report={report}
        map={renderMap(report, place?.coordinates ?? report.coordinates, choosesPlace ? choosePlace : undefined)}
        place={
          choosesPlace && (
            <ReportPlace
              key={report._id}
              place={place}
              isMissing={placeMissing === report._id && !place}
              onChoose={choosePlace}
            />
          )
        }
        type={renderType(report, typeId, (next) => setRetyped({ id: report._id, typeId: next }))}
        covers={renderCovers(report, setIsCovering)}
        twins={renderTwins(report, (aoiId) => void send({ kind: 'merged', ids, aoiId }))}
        publicText={renderPublicText(report, typeId, published, (parts) => setWritten({ ...parts, id: report._id }))}
      />
      <ReviewActions
        report={report}
        isBusy={isBusy || isPlaceholderData || isDecided || isCovering || dialogue !== undefined}
        onAccept={accept}
        onMerge={twin && (() => void send({ kind: 'merged', ids, aoiId: twin._id }))}
        onRefuse={() => setDialogue('refuse')}
        onFalse={() => void send({ kind: 'refused', ids, reason: 'false', text: '' })}
        onAsk={isAskable(report) ? () => setDialogue('ask') : undefined}
        onHand={() => setDialogue('hand')}
        onSkip={() => setSkipped((now) => [...now.filter((one) => one !== report._id), report._id])}
        onUndo={undo}
      />
      {dialogue && (
        <DecisionDialog
          key={report._id}
          kind={dialogue}
          language={report.reporter.language}
          roles={roles.filter(({ _id }) => _id !== report.roleId)}
          onClose={() => setDialogue(undefined)}
          onDecide={(choice) => void send({ ...choice, ids })}
        />
      )}
    </>
  )
}
