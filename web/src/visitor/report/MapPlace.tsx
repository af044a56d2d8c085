import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { LngLat } from '#contract'
import { config } from '../../api/config.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import MapView from '../../map/MapView.tsx'
import { usePin } from '../../map/pin.ts'

type Props = { className: string | undefined; at: LngLat | undefined; onMove: (at: LngLat) => void }

const wholeWorld = { center: [0, 20] as LngLat, zoom: 1 }
const CLOSE_ZOOM = 13

/** A map with one pin, set by a press, dragged, or moved by the arrow keys. */
export const MapPlace = ({ className, at, onMove }: Props) => {
  const { t } = useTranslation()
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  return (
    <section className={className} aria-label={t('visitor.map')}>
      <MapView
        language={currentLanguage()}
        theme={theme}
        basemap={config().basemap}
        labels={t('map', { returnObjects: true })}
        initialView={at ? { center: at, zoom: CLOSE_ZOOM } : wholeWorld}
      >
        <Pin at={at} onMove={onMove} />
      </MapView>
    </section>
  )
}

const Pin = ({ at, onMove }: Omit<Props, 'className'>) => {
  const { t } = useTranslation()
  const pressed = useRef<string>(undefined)
  const pin = usePin({
    at,
    label: t('visitor.pin'),
    onMove: (to) => {
      pressed.current = to.join()
      onMove(to)
    },
  })
  const point = at?.join()
  // A place that was found elsewhere on the page is looked at; one that was pressed here is in view already.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the point moves, not with every new function
  useEffect(() => {
    if (at && point !== pressed.current) pin.show(at)
  }, [point])
  return null
}
