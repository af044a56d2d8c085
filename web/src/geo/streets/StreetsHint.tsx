import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StreetsJob, TileSet } from '#contract'
import { useIsOffline } from '../../api/live.ts'
import { useMap } from '../../map/useMap.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { useStreets } from './data.ts'
import { percentOf } from './format.ts'
import classes from './Streets.module.css'

const FrameDialog = lazy(() => import('./FrameDialog.tsx').then((file) => ({ default: file.FrameDialog })))

/** Above this zoom the bundled world has no more detail. */
const EMPTY_FROM_ZOOM = 9.5
const dismissedKey = 'cohesion.streets.dismissed'

const isUnreachable = (job: StreetsJob | null | undefined) =>
  job?.state === 'failed' && (job.problem === 'unreachable' || job.problem === 'failing')

const isCovered = (tileSets: readonly TileSet[], lng: number, lat: number) =>
  tileSets.some(({ areas }) =>
    areas.some(([west, south, east, north]) => lng >= west && lng <= east && lat >= south && lat <= north),
  )

type Props = {
  tileSets: readonly TileSet[]
  mayFetch: boolean
  /** Text for members who may not download; rendered only where streets are missing. */
  whomToAsk: ReactNode
}

/**
 * Explains why a map without streets is empty. The server's owner gets a button that downloads streets; other members
 * read whom to ask.
 */
export const StreetsHint = ({ tileSets, mayFetch, whomToAsk }: Props) => {
  const { t } = useTranslation()
  const { map } = useMap()
  // The owner can act on the hint, so a dismissed hint returns in the next session; for others it stays dismissed.
  const store = mayFetch ? sessionStorage : localStorage
  const isOffline = useIsOffline()
  const [isEmpty, setIsEmpty] = useState(false)
  const [isFraming, setIsFraming] = useState(false)
  const [isDismissed, setIsDismissed] = useState(() => store.getItem(dismissedKey) !== null)
  useEffect(() => {
    const look = () => {
      const { lng, lat } = map.getCenter().wrap()
      setIsEmpty(map.getZoom() >= EMPTY_FROM_ZOOM && !isCovered(tileSets, lng, lat))
    }
    look()
    map.on('moveend', look)
    return () => {
      map.off('moveend', look)
    }
  }, [map, tileSets])
  // Offline nothing can be downloaded, and the strip about saved data takes this place.
  const isShown = isEmpty && !isDismissed && !isOffline
  const job = useStreets({ enabled: isShown && mayFetch }).data?.job
  const dismiss = () => {
    store.setItem(dismissedKey, '1')
    setIsDismissed(true)
  }
  return (
    <>
      {isShown && (
        <div className={classes.mapHint} role="status">
          {!mayFetch ? (
            <span>
              {t('streets.hint.text')} {whomToAsk}
            </span>
          ) : job?.state === 'running' ? (
            <span>{t('streets.hint.percent', { percent: percentOf(job) })}</span>
          ) : (
            <>
              <span>{t(isUnreachable(job) ? 'streets.hint.unreachable' : 'streets.hint.text')}</span>
              <Button size="compact-sm" onClick={() => setIsFraming(true)}>
                {t('streets.hint.press')}
              </Button>
            </>
          )}
          <IconButton icon={IconX} label={t('streets.hint.close')} size={32} onClick={dismiss} />
        </div>
      )}
      {isFraming && (
        <Suspense>
          <FrameDialog tileSets={tileSets} onClose={() => setIsFraming(false)} />
        </Suspense>
      )}
    </>
  )
}
