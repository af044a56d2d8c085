import { Button } from '@mantine/core'
import { IconCurrentLocation, IconMap2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LngLat } from '#contract'
import { currentLanguage } from '../i18n/i18n.ts'
import { useMyPosition } from '../ui/browser/my-position.ts'
import { EntryRows } from './EntryRows.tsx'
import classes from './KnownNearby.module.css'
import { boardAddress, coarseDistance, lengthText, numbered, usePublicBoard } from './public-board.ts'

type Props = {
  /** The token of the public board. */
  board: string
  /** The place of the report that is being written; without one the newest are shown. */
  at?: LngLat | undefined
}

const MOST_SHOWN = 3
/** What is farther away is not the same thing. */
const NEAR_METRES = 1000

/** What is already known, before a visitor reports it once more. Shows nothing if that is nothing. */
export const KnownNearby = ({ board, at }: Props) => {
  const { t } = useTranslation()
  const { data } = usePublicBoard(board)
  const [me, setMe] = useState<LngLat>()
  const position = useMyPosition(setMe)
  if (!data || data.entries.length === 0) return null
  const { cellMetres, types } = data
  const from = at ?? me
  const entries = numbered(data.entries).map((entry) => ({
    ...entry,
    metres: from && coarseDistance(entry.cell, from, cellMetres),
  }))
  const shown = at
    ? entries
        .filter(({ metres = 0, state }) => state !== 'done' && metres <= Math.max(NEAR_METRES, cellMetres))
        .toSorted((a, b) => (a.metres ?? 0) - (b.metres ?? 0))
        .slice(0, MOST_SHOWN)
    : entries.toSorted((a, b) => (a.metres ?? 0) - (b.metres ?? 0)).slice(0, MOST_SHOWN)
  if (shown.length === 0) return null
  const title = t(at ? 'board.knownNear' : 'board.known')
  return (
    <section className={classes.known} aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      {!at && <p className={classes.dim}>{t('board.knownText')}</p>}
      <EntryRows
        label={title}
        types={types}
        entries={shown}
        detailOf={({ index }) => {
          const metres = entries[index]?.metres
          return metres !== undefined && t('board.distance', { distance: lengthText(metres, t) })
        }}
      />
      {!at && (
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
      )}
      {position.hasFailed && (
        <p className={classes.dim} role="alert">
          {t('map.locateUnavailable')}
        </p>
      )}
    </section>
  )
}
