import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { type BoardEntry, boardApi, type LngLat } from '#contract'
import { call } from '../../api/call.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { EntryRows } from './EntryRows.tsx'
import classes from './KnownNearby.module.css'
import { lengthText, numbered, usePublicBoard } from './public-board.ts'

export type WrittenReport = {
  at: LngLat
  typeId: string
  text: string
  sameAs?: BoardEntry | undefined
  differsFrom?: readonly BoardEntry[]
  onChange: (twins: { sameAs?: BoardEntry | undefined; differsFrom?: readonly BoardEntry[] }) => void
}

const PAUSE_MS = 600

const keyOf = ({ type, state, date, cell, text }: BoardEntry) => JSON.stringify([type, state, date, cell, text])
const entryOf = ({ type, state, date, cell, text }: BoardEntry): BoardEntry => ({ type, state, date, cell, text })

export const SimilarKnown = ({
  board,
  at,
  typeId,
  text,
  sameAs,
  differsFrom = [],
  onChange,
}: WrittenReport & { board: string }) => {
  const { t } = useTranslation()
  const { data: shown } = usePublicBoard(board)
  const [question] = useDebouncedValue(JSON.stringify({ typeId, place: at, text: text.slice(0, 5000) }), PAUSE_MS)
  const { data: twins = [] } = useAnswer(
    useCallback(
      (signal: AbortSignal) => call(boardApi.similar, { params: { board }, body: JSON.parse(question) }, signal),
      [board, question],
    ),
  )
  if (!shown) return null
  if (sameAs)
    return (
      <div className={classes.known}>
        <EntryRows label={t('board.same')} types={shown.types} entries={numbered([sameAs])} />
        <Notice text={t('board.willBeAdded')}>
          <Button size="compact-sm" variant="subtle" onClick={() => onChange({ sameAs: undefined })}>
            {t('word.undo')}
          </Button>
        </Notice>
      </div>
    )
  const dismissed = differsFrom.map(keyOf)
  const offered = numbered(twins.filter((twin) => !dismissed.includes(keyOf(twin))))
  if (offered.length === 0) return null
  const twinOf = (entry: BoardEntry) => twins.find((one) => keyOf(one) === keyOf(entry))
  return (
    <section className={classes.known} aria-label={t('board.mayBeSame')} aria-live="polite">
      <h2 className={classes.heading}>{t('board.mayBeSame')}</h2>
      <EntryRows
        label={t('board.mayBeSame')}
        types={shown.types}
        entries={offered}
        photoOf={(entry) => twinOf(entry)?.photo}
        detailOf={(entry) => {
          const twin = twinOf(entry)
          return twin && t('board.distance', { distance: lengthText(twin.metres, t) })
        }}
        actionsOf={(entry) => (
          <div className={classes.ways}>
            <Button variant="light" onClick={() => onChange({ sameAs: entryOf(entry) })}>
              {t('board.isSame')}
            </Button>
            <Button
              variant="default"
              onClick={() => onChange({ differsFrom: [...differsFrom, entryOf(entry)].slice(-10) })}
            >
              {t('board.isOther')}
            </Button>
          </div>
        )}
      />
    </section>
  )
}
