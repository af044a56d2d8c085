import { Button } from '@mantine/core'
import { IconCurrentLocation, IconMap2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LngLat } from '#contract'
import { currentLanguage } from '../../i18n/i18n.ts'
import { useMyPosition } from '../../ui/browser/my-position.ts'
import { EntryRows } from './EntryRows.tsx'
import classes from './KnownNearby.module.css'
import { boardAddress, coarseDistance, lengthText, numbered, usePublicBoard } from './public-board.ts'
import { SimilarKnown, type WrittenReport } from './SimilarKnown.tsx'

type Props = {
  board: string
  report?: WrittenReport
}

const MOST_SHOWN = 3

export const KnownNearby = ({ board, report }: Props) =>
  report ? <SimilarKnown board={board} {...report} /> : <NewestKnown board={board} />

const NewestKnown = ({ board }: { board: string }) => {
  const { t } = useTranslation()
  const { data } = usePublicBoard(board)
  const [me, setMe] = useState<LngLat>()
  const position = useMyPosition(setMe)
  if (!data || data.entries.length === 0) return null
  const { cellMetres, types } = data
  const entries = numbered(data.entries).map((entry) => ({
    ...entry,
    metres: me && coarseDistance(entry.cell, me, cellMetres),
  }))
  const shown = entries.toSorted((a, b) => (a.metres ?? 0) - (b.metres ?? 0)).slice(0, MOST_SHOWN)
  const title = t('board.known')
  return (
    <section className={classes.known} aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      <p className={classes.dim}>{t('board.knownText')}</p>
      <EntryRows
        label={title}
        types={types}
        entries={shown}
        detailOf={({ index }) => {
          const metres = entries[index]?.metres
          return metres !== undefined && t('board.distance', { distance: lengthText(metres, t) })
        }}
      />
      <div className={classes.ways}>
        <Button
          variant="default"
          leftSection={<IconCurrentLocation size={18} stroke={1.75} />}
          loading={position.isAsking}
          onClick={position.ask}
        >
          {t('board.nearMe')}
        </Button>
        <Button
          component="a"
          href={boardAddress(board, currentLanguage())}
          variant="default"
          leftSection={<IconMap2 size={18} stroke={1.75} />}
        >
          {t('board.all')}
        </Button>
      </div>
      {position.hasFailed && (
        <p className={classes.dim} role="alert">
          {t('map.locateUnavailable')}
        </p>
      )}
    </section>
  )
}
