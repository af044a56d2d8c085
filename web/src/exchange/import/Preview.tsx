import { Badge, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  type Import,
  type ImportMapping,
  type ImportPreviewRow,
  importFieldText,
  importNoteText,
  importOutcomes,
  importReasonText,
} from '#contract'
import { momentText } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { useOpenMap } from '../../map/shownMap.ts'
import { usePoints } from '../../map/usePoints.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import list from '../../ui/lists/PlainList.module.css'
import { useImportPreview } from './data.ts'
import classes from './Import.module.css'

const colours = { new: '#2f9e44', changed: '#1971c2', unchanged: '#868e96', rejected: '#e03131' } as const

/** Shows the outcome of each row before the import, in a list and on the map. */
export const Preview = ({ one, mapping }: { one: Import; mapping: ImportMapping }) => {
  const { t } = useTranslation()
  const preview = useImportPreview({ id: one._id, mapping })
  const rows = preview.data?.pages.flatMap((page) => page.rows) ?? []
  usePoints(rows.flatMap(({ place, outcome }) => (place ? [{ place, colour: colours[outcome] }] : [])))
  const counts = importOutcomes.map((outcome) => ({
    outcome,
    count: rows.filter((row) => row.outcome === outcome).length,
  }))
  return (
    <section aria-label={t('import.preview')} aria-busy={preview.isFetching}>
      <h3 className={list.heading}>{t('import.preview')}</h3>
      {preview.error && <ProblemText problem={preview.error} onRetry={() => preview.refetch()} />}
      {preview.isPending && <Skeleton rows={6} label={t('word.loading')} />}
      {rows.length > 0 && (
        <p className={classes.counts} role="status">
          {counts.map(
            ({ outcome, count }) =>
              count > 0 && (
                <Badge key={outcome} variant="light" color={colours[outcome]}>
                  {t(`import.outcome.${outcome}`)} {count}
                </Badge>
              ),
          )}
          <span className={list.meta}>{t('import.ofRows', { shown: rows.length, all: one.rowCount })}</span>
        </p>
      )}
      <ul className={list.list}>
        {rows.map((row) => (
          <PreviewRow key={row.number} row={row} />
        ))}
      </ul>
      {preview.hasNextPage && (
        <div className={classes.part}>
          <Button variant="default" loading={preview.isFetchingNextPage} onClick={() => void preview.fetchNextPage()}>
            {t('import.more')}
          </Button>
        </div>
      )}
    </section>
  )
}

const NEAR_ZOOM = 14

const placeText = ([lng, lat]: readonly [number, number]) => `${lat.toFixed(5)}, ${lng.toFixed(5)}`

const PreviewRow = ({ row }: { row: ImportPreviewRow }) => {
  const { t } = useTranslation()
  const map = useOpenMap()
  const language = currentLanguage()
  const { outcome, place } = row
  const times = [row.time, row.endTime].flatMap((time) => (time ? [momentText(time)] : [])).join(' – ')
  return (
    <li className={list.entry}>
      <span className={list.line}>
        <Badge variant="light" color={colours[outcome]}>
          {t(`import.outcome.${outcome}`)}
        </Badge>
        <span className={list.meta}>{t('import.line', { line: row.line })}</span>
      </span>
      {row.name && <bdi className={list.name}>{row.name}</bdi>}
      <span className={list.meta}>{[row.group, times, row.address].filter(Boolean).join(' · ')}</span>
      {place && (
        <button type="button" className={list.link} disabled={!map} onClick={() => map?.easeTo(place, NEAR_ZOOM)}>
          <bdi dir="ltr">{placeText(place)}</bdi>
        </button>
      )}
      {row.changes.length > 0 && (
        <span>
          {t('import.changes', { fields: row.changes.map((field) => importFieldText(language, field)).join(', ') })}
        </span>
      )}
      {row.reasons.map((reason) => (
        <span key={`${reason.code} ${reason.field}`} className={classes.reason}>
          {importReasonText(language, reason)}
        </span>
      ))}
      {row.notes.map((note) => (
        <span key={`${note.code} ${note.field}`} className={list.meta}>
          {importNoteText(language, note)}
        </span>
      ))}
      {row.twins.length > 0 && (
        <span className={classes.twin}>
          {t('import.twins', { names: row.twins.map(({ number, name }) => `#${number} ${name}`).join(', ') })}
        </span>
      )}
    </li>
  )
}
