import { Button, Checkbox, NativeSelect } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HeldReport, HeldState } from '#contract'
import { formatRelative } from '../i18n/format.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { nameOf } from '../i18n/names.ts'
import { ProblemText } from '../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { SearchField } from '../ui/fields/SearchField.tsx'
import { useIdSet } from '../ui/lists/use-id-set.ts'
import { toastProblem } from '../ui/overlays/toast.ts'
import { DecisionDialog } from './DecisionDialog.tsx'
import { useHeldReports, useTake } from './data.ts'
import { useDecisions } from './decide.ts'
import classes from './ReviewList.module.css'

type Props = { state: HeldState; types: readonly { _id: string; name: string }[]; onReview: () => void }

/** The reports of one state: those that wait are decided by selection, decisions are taken back. */
export const ReviewList = ({ state, types, onReview }: Props) => {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [typeId, setTypeId] = useState('')
  const find = useDeferredValue(text.trim())
  const { data, error, refetch } = useHeldReports(state, find, typeId)
  const { ids, toggle, clear } = useIdSet()
  const [isRefusing, setIsRefusing] = useState(false)
  const { decide, isBusy } = useDecisions()
  const take = useTake()
  if (!data)
    return error ? <ProblemText problem={error} onRetry={refetch} /> : <Skeleton rows={6} label={t('word.loading')} />
  const isOpen = state === 'waiting' || state === 'asked'
  const selected = data.flatMap(({ _id }) => (ids.has(_id) ? [_id] : []))
  const send = async (decision: Parameters<typeof decide>[0]) => {
    setIsRefusing(false)
    if (await decide(decision)) clear()
  }
  const selectAll = () => {
    const isAll = selected.length === data.length
    for (const { _id } of data) if (ids.has(_id) === isAll) toggle(_id)
  }
  return (
    <div className={classes.list}>
      <div className={classes.tools}>
        <SearchField label={t('review.search')} value={text} onChange={setText} />
        {types.length > 1 && (
          <NativeSelect
            aria-label={t('review.type')}
            value={typeId}
            onChange={(event) => setTypeId(event.currentTarget.value)}
            data={[
              { value: '', label: t('review.anyType') },
              ...types.map(({ _id, name }) => ({ value: _id, label: name })),
            ]}
          />
        )}
        {isOpen && (
          <div className={classes.bulk}>
            <Checkbox
              label={t('review.selectAll')}
              checked={data.length > 0 && selected.length === data.length}
              indeterminate={selected.length > 0 && selected.length < data.length}
              disabled={data.length === 0}
              onChange={selectAll}
            />
            <span className={classes.dim}>{t('review.selected', { count: selected.length })}</span>
            <Button
              disabled={selected.length === 0 || isBusy}
              onClick={() => void send({ kind: 'accepted', ids: selected })}
            >
              {t('review.accept')}
            </Button>
            <Button variant="default" disabled={selected.length === 0 || isBusy} onClick={() => setIsRefusing(true)}>
              {t('review.refuse')}
            </Button>
          </div>
        )}
      </div>
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
      {isRefusing && (
        <DecisionDialog
          kind="refuse"
          roles={[]}
          onClose={() => setIsRefusing(false)}
          onDecide={(choice) => void send({ ...choice, ids: selected })}
        />
      )}
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
    report.reason && t(`refusal.reason.${report.reason}`),
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
      <span className={classes.dim}>{about.filter(Boolean).join(' · ')}</span>
    </span>
  )
}
