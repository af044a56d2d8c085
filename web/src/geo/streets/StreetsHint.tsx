import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TileSet } from '#contract'
import { useMap } from '../../map/useMap.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { useStreets } from './data.ts'
import { percentOf } from './format.ts'
import classes from './Streets.module.css'

const FrameDialog = lazy(() => import('./FrameDialog.tsx').then((file) => ({ default: file.FrameDialog })))

/** From here on the bundled world has nothing more to show. */
const EMPTY_FROM_ZOOM = 9.5
const dismissedKey = 'cohesion.streets.dismissed'

const isCovered = (tileSets: readonly TileSet[], lng: number, lat: number) =>
  tileSets.some(({ areas }) =>
    areas.some(([west, south, east, north]) => lng >= west && lng <= east && lat >= south && lat <= north),
  )

/** Says on a map without streets how to get them, in one press; for the server owner. */
export const StreetsHint = ({ tileSets }: { tileSets: readonly TileSet[] }) => {
  const { t } = useTranslation()
  const { map } = useMap()
  const [isEmpty, setIsEmpty] = useState(false)
  const [isFraming, setIsFraming] = useState(false)
  const [isDismissed, setIsDismissed] = useState(() => sessionStorage.getItem(dismissedKey) !== null)
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
  const isShown = isEmpty && !isDismissed
  const job = useStreets({ enabled: isShown }).data?.job
  const dismiss = () => {
    sessionStorage.setItem(dismissedKey, '1')
    setIsDismissed(true)
  }
  return (
    <>
      {isShown && (
        <div className={classes.mapHint} role="status">
          {job?.state === 'running' ? (
            <span>{t('streets.hint.percent', { percent: percentOf(job) })}</span>
          ) : (
            <>
              <span>{t('streets.hint.text')}</span>
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
