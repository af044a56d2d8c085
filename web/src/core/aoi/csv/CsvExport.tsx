import { Button, Progress } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { nameOf } from '../../../i18n/names.ts'
import { ProblemText } from '../../../ui/feedback/ProblemText.tsx'
import { timeText } from '../../../ui/text/csv.ts'
import type { AoiQuery } from '../data.ts'
import { useVisibleTypes } from '../type-look.ts'
import { answerText } from '../wording.ts'
import classes from './CsvExport.module.css'
import type { Column, CsvTexts, Fact } from './csv.ts'
import { download, exportCsv } from './export.ts'

export type CsvJob = {
  query: AoiQuery
  serviceIds: readonly string[]
  fileName: string
  communities?: ReadonlyMap<string, string>
}

/** Starts the export when mounted, shows its progress, and calls `onEnd` when it is downloaded or cancelled. */
export const CsvExport = ({ job, onEnd }: { job: CsvJob; onEnd: () => void }) => {
  const { t } = useTranslation()
  const types = useVisibleTypes(job.serviceIds)
  const [progress, setProgress] = useState({ done: 0, total: 0 })
  const [problem, setProblem] = useState<unknown>()
  const [attempt, setAttempt] = useState(1)

  const run = useEffectEvent(async (signal: AbortSignal) => {
    setProblem(undefined)
    try {
      const file = await exportCsv({
        query: job.query,
        texts: textsOf(t),
        columns: columnsOf(types, t),
        facts: job.communities ? activityFacts(t, job.communities) : [],
        onProgress: (done, total) => setProgress({ done, total }),
        signal,
      })
      download(file, job.fileName)
      onEnd()
    } catch (error) {
      if (!signal.aborted) setProblem(error)
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins from the start
  useEffect(() => {
    const ending = new AbortController()
    run(ending.signal)
    return () => ending.abort()
  }, [attempt])

  const { done, total } = progress
  const percent = total > 0 ? Math.floor((100 * done) / total) : 0
  const number = (value: number) => formatNumber(value, currentLanguage())
  return createPortal(
    <section className={classes.card} aria-label={t('csv.progress')}>
      {problem ? (
        <>
          <ProblemText problem={problem} onRetry={() => setAttempt(attempt + 1)} />
          <p className={classes.rows}>{t('csv.failed')}</p>
        </>
      ) : (
        <>
          <h2 className={classes.title}>{t('csv.progress')}</h2>
          <Progress.Root size="md">
            <Progress.Section value={percent} aria-label={t('csv.progress')} />
          </Progress.Root>
          <p className={classes.rows} aria-live="polite">
            <span>{t('csv.rows', { done: number(done), total: number(total) })}</span>
            <span>{number(percent)}%</span>
          </p>
        </>
      )}
      <Button variant="default" size="xs" onClick={onEnd}>
        {problem ? t('word.close') : t('word.cancel')}
      </Button>
    </section>,
    document.body,
  )
}

const activityFacts = (t: TFunction, communities: ReadonlyMap<string, string>): Fact[] => [
  {
    title: t('activities.csv.community'),
    of: ({ properties: { activity } }) => communities.get(activity?.communityId ?? '') ?? '',
  },
  { title: t('activities.csv.start'), of: ({ properties: { activity } }) => timeText(activity?.startTime) },
  { title: t('activities.csv.end'), of: ({ properties: { activity } }) => timeText(activity?.plannedTime) },
  {
    title: t('activities.csv.isPublic'),
    of: ({ properties: { activity } }) => (activity?.isPublic ? t('word.yes') : t('word.no')),
  },
  { title: t('activities.csv.subscribers'), of: ({ subscribersCount }) => String(subscribersCount) },
]

const textsOf = (t: TFunction): CsvTexts => ({
  name: t('csv.name'),
  created: t('csv.created'),
  phone: t('csv.phone'),
  creator: t('csv.creator'),
  address: t('csv.address'),
  place: (lat, lng) => t('csv.place', { lat, long: lng }),
  ofType: (question, type) => t('csv.type', { question, type }),
})

const columnsOf = (types: ReturnType<typeof useVisibleTypes>, t: TFunction): Column[] => {
  return types.flatMap((type) =>
    type.fields.map((question) => ({
      id: question._id,
      question: nameOf(question),
      typeId: type._id,
      type: nameOf(type),
      answerText: (value: string) => answerText(question, value, t),
      isArchived: question.isArchived,
    })),
  )
}
