import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Aoi, displayName } from '#contract'
import { useIsOffline } from '../../api/live.ts'
import { formatRelative } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { dotted } from '../../i18n/isolated.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { toast, toastProblem } from '../../ui/overlays/toast.ts'
import { useDismiss, useMerge, useMergedReports, useSeparate, useTwins } from './data.ts'
import classes from './EventTwins.module.css'
import { reasonsText } from './reasons.ts'
import { TwinRow } from './TwinRow.tsx'

type Props = {
  aoi: Aoi
  mayMerge: boolean
  onOpen: (nonce: string) => void
  renderReport: (aoi: Aoi) => ReactNode
}

const UNDO_MS = 10_000

export const EventTwins = (props: Props) => (
  <>
    {props.aoi.mergedCount > 0 && <MergedReports {...props} />}
    {props.mayMerge && <SuggestedTwins {...props} />}
  </>
)

const MergedReports = ({ aoi, mayMerge, renderReport }: Props) => {
  const { t } = useTranslation()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useMergedReports(aoi._id, {
    enabled: true,
  })
  const separate = useSeparate()
  const isOffline = useIsOffline()
  const title = t('twin.mergedHere', { count: aoi.mergedCount })
  const apart = (id: string) =>
    // Uses `mutateAsync`: `mutate` callbacks would not run if a live message unmounts this part before the reply.
    separate
      .mutateAsync(id)
      .then(() => toast({ message: t('twin.separated') }))
      .catch(toastProblem)
  return (
    <section aria-label={title}>
      <h3 className={classes.heading}>{title}</h3>
      <ProblemText problem={error} onRetry={refetch} />
      <ul className={classes.list}>
        {data?.map((report) => (
          <MergedReport
            key={report._id}
            report={report}
            onSeparate={mayMerge && !isOffline ? () => apart(report._id) : undefined}
            isBusy={separate.isPending && separate.variables === report._id}
          >
            {renderReport(report)}
          </MergedReport>
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('twin.more')}
        </Button>
      )}
      {mayMerge && aoi.mergedCount > 1 && (
        <Button variant="default" disabled={isOffline} loading={separate.isPending} onClick={() => apart(aoi._id)}>
          {t('twin.separateAll')}
        </Button>
      )}
    </section>
  )
}

type MergedProps = { report: Aoi; onSeparate: (() => void) | undefined; isBusy: boolean; children: ReactNode }

const MergedReport = ({ report, onSeparate, isBusy, children }: MergedProps) => {
  const { t } = useTranslation()
  const [isShown, setIsShown] = useState(false)
  const { name, map, creator, creationTime } = report.properties
  const who = (creator && displayName(creator)) || t('word.guest')
  const age = formatRelative(new Date(creationTime), new Date(), t, currentLanguage())
  return (
    <>
      <TwinRow number={report.number} name={name} image={map[0]?.image} about={dotted([who, age])}>
        <Button size="compact-sm" variant="subtle" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
          {t(isShown ? 'twin.hide' : 'twin.read')}
        </Button>
        {onSeparate && (
          <Button size="compact-sm" variant="default" loading={isBusy} onClick={onSeparate}>
            {t('twin.separate')}
          </Button>
        )}
      </TwinRow>
      {isShown && <li className={classes.report}>{children}</li>}
    </>
  )
}

const SuggestedTwins = ({ aoi, onOpen }: Props) => {
  const { t } = useTranslation()
  const isOffline = useIsOffline()
  const { data = [] } = useTwins(aoi._id, { enabled: !isOffline })
  const merge = useMerge()
  const separate = useSeparate()
  const dismiss = useDismiss()
  if (data.length === 0 || isOffline) return null
  const mergeAll = (twins: typeof data) =>
    merge
      .mutateAsync({ id: aoi._id, aoiIds: twins.map(({ _id }) => _id) })
      .then(() =>
        toast({
          message: t('twin.merged', { count: twins.length + 1 }),
          timeoutMs: UNDO_MS,
          action: {
            label: t('word.undo'),
            run: async () => {
              for (const { _id } of twins) await separate.mutateAsync(_id).catch(toastProblem)
            },
          },
        }),
      )
      .catch(toastProblem)
  const suggested = data.filter(({ isSuggested }) => isSuggested)
  return (
    <section aria-label={t('twin.maybeSame')}>
      <h3 className={classes.heading}>{t('twin.maybeSame')}</h3>
      <ul className={classes.list}>
        {data.map((twin) => (
          <TwinRow
            key={twin._id}
            {...twin}
            about={dotted([twin.isClaimed && t('twin.claimed'), reasonsText(twin, currentLanguage())])}
            onOpen={() => onOpen(twin.nonce)}
          >
            <Button size="compact-sm" variant="light" loading={merge.isPending} onClick={() => mergeAll([twin])}>
              {t('twin.same')}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => dismiss.mutate({ id: aoi._id, aoiIds: [twin._id] }, { onError: toastProblem })}
            >
              {t('twin.other')}
            </Button>
          </TwinRow>
        ))}
      </ul>
      {suggested.length > 1 && (
        <Button variant="default" loading={merge.isPending} onClick={() => mergeAll(suggested)}>
          {t('twin.mergeMany', { count: suggested.length })}
        </Button>
      )}
    </section>
  )
}
