import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type HeldReport, type HeldState, refusalTexts } from '#contract'
import { formatRelative } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { dotted } from '../../i18n/isolated.ts'
import { nameOf } from '../../i18n/names.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { useIdSet } from '../../ui/lists/use-id-set.ts'
import { toastProblem } from '../../ui/overlays/toast.ts'
import { BulkActions } from './BulkActions.tsx'
import { useHeldReports, useMatchingIds, useTake } from './data.ts'
import { useDecisions } from './decide.ts'
import classes from './ReviewList.module.css'

type Choice = { _id: string; name: string }
type Props = {
  state: HeldState
  types: readonly Choice[]
  roles: readonly Choice[]
  onExport: ((ids: string[]) => void) | undefined
  onReview: () => void
}

const LISTED = 200

export const ReviewList = ({ state, types, roles, onExport, onReview }: Props) => {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [typeId, setTypeId] = useState('')
  const find = useDeferredValue(text.trim())
  const filter = { state, text: find, typeId }
  const { data, error, refetch } = useHeldReports(filter)
  const { ids, toggle, clear } = useIdSet()
  // Ids of all matching reports, which may be more than the list shows.
  const matching = useMatchingIds()
  const exported = useMatchingIds()
  const { decide, isBusy } = useDecisions()
  const take = useTake()
  if (!data)
    return error ? <ProblemText problem={error} onRetry={refetch} /> : <Skeleton rows={6} label={t('word.loading')} />
  const isOpen = state === 'waiting' || state === 'asked'
  const ticked = data.flatMap(({ _id }) => (ids.has(_id) ? [_id] : []))
  const isAllTicked = data.length > 0 && ticked.length === data.length
  const selected = isAllTicked && matching.data ? matching.data : ticked
  const photos = new Set(data.filter(({ addsTo }) => addsTo !== null).map(({ _id }) => _id))
  const send = async (decision: Parameters<typeof decide>[0]) => {
    if (!(await decide(decision))) return
    clear()
    matching.reset()
  }
  const selectAll = () => {
    matching.reset()
    for (const { _id } of data) if (ids.has(_id) === isAllTicked) toggle(_id)
  }
  const narrow = (change: () => void) => {
    matching.reset()
    change()
  }
  return (
    <div className={classes.list}>
      <div className={classes.tools}>
        <SearchField label={t('review.search')} value={text} onChange={(next) => narrow(() => setText(next))} />
        {onExport && (
          <IconButton
            icon={IconDownload}
            label={t('events.export')}
            loading={exported.isPending}
            onClick={() => exported.mutate(filter, { onSuccess: onExport, onError: toastProblem })}
          />
        )}
        {types.length > 1 && (
          <NativeSelect
            aria-label={t('review.type')}
            value={typeId}
            onChange={({ currentTarget: { value } }) => narrow(() => setTypeId(value))}
            data={[
              { value: '', label: t('review.anyType') },
              ...types.map(({ _id, name }) => ({ value: _id, label: name })),
            ]}
          />
        )}
        {isOpen && (
          <div className={classes.select}>
            <Checkbox
              label={t('review.selectAll')}
              checked={isAllTicked}
              indeterminate={ticked.length > 0 && !isAllTicked}
              disabled={data.length === 0}
              onChange={selectAll}
            />
            <span className={classes.dim}>{t('review.selected', { count: selected.length })}</span>
            {isAllTicked && data.length >= LISTED && !matching.data && (
              <Button
                variant="subtle"
                size="compact-sm"
                loading={matching.isPending}
                onClick={() => matching.mutate(filter, { onError: toastProblem })}
              >
                {t('review.selectMatching')}
              </Button>
            )}
          </div>
        )}
      </div>
      {isOpen && selected.length > 0 && (
        <BulkActions
          ids={selected}
          state={state}
          reportIds={selected.filter((id) => !photos.has(id))}
          roles={roles}
          isBusy={isBusy}
          onDecide={(next) => void send(next)}
        />
      )}
      {data.length === 0 && (
        <p className={classes.dim}>{find ? t('review.noMatch', { text: find }) : t('review.emptyList')}</p>
      )}
      <ul className={classes.rows}>
        {data.map((report) => (
          <li key={report._id} className={classes.row}>
            {isOpen && (
              <Checkbox
                aria-label={`#${report.number} ${report.name}`}
                checked={ids.has(report._id)}
                disabled={report.reviewer !== null}
                onChange={() => toggle(report._id)}
              />
            )}
            {report.image && <img className={classes.image} src={`${report.image}?size=thumb`} alt="" />}
            <About report={report} />
            {state === 'waiting' && report.reviewer === null && (
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() => take.mutate(report._id, { onSuccess: onReview, onError: toastProblem })}
              >
                {t('review.open')}
              </Button>
            )}
            {report.canUndo && state !== 'waiting' && (
              <Button
                variant="default"
                size="compact-sm"
                disabled={isBusy}
                onClick={() => void send({ kind: 'undone', ids: [report._id] })}
              >
                {t('review.undo')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

const About = ({ report }: { report: HeldReport }) => {
  const { t } = useTranslation()
  const age = formatRelative(new Date(report.decidedAt ?? report.receivedAt), new Date(), t, currentLanguage())
  const open = report.questions.findLast(({ question }) => question !== null)
  const about = [
    nameOf(report.type),
    report.address,
    age,
    report.decidedBy,
    report.reason && refusalTexts[report.reason][currentLanguage()],
    report.reasonText,
    report.state === 'asked' && open?.question,
    report.mergedInto && t('review.mergedInto', { number: report.mergedInto }),
    report.reviewer && t('review.by', { name: report.reviewer }),
  ]
  return (
    <span className={classes.about}>
      <span className={classes.name}>
        <bdi>#{report.number}</bdi> <bdi>{report.name}</bdi>
      </span>
      <span className={classes.dim}>{dotted(about)}</span>
    </span>
  )
}
