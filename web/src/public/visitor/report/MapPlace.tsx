import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { LngLat, PublicPage } from '#contract'
import { config } from '../../../api/config.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import MapView from '../../../map/MapView.tsx'
import { usePin } from '../../../map/pin.ts'
import type { View } from '../../../map/view.ts'

type Props = {
  className: string | undefined
  area: PublicPage['area']
  styleUrl: PublicPage['styleUrl']
  at: LngLat | undefined
  onMove: (at: LngLat) => void
}

const CLOSE_ZOOM = 13

const firstView = (area: PublicPage['area'], at: LngLat | undefined): View => {
  if (at) return { center: at, zoom: CLOSE_ZOOM }
  if (!area) return { center: [10, 25], zoom: 1 }
  const [west, south, east, north] = area
  const span = Math.max(east - west, (north - south) * 2, 0.02)
  return { center: [(west + east) / 2, (south + north) / 2], zoom: Math.min(Math.log2(360 / span), CLOSE_ZOOM) }
}

export const MapPlace = ({ className, area, styleUrl, at, onMove }: Props) => {
  const { t } = useTranslation()
  const basemap = useMemo(() => ({ ...config().basemap, ...(styleUrl && { styleUrl }) }), [styleUrl])
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  return (
    <section className={className} aria-label={t('visitor.map')}>
      <MapView
        language={currentLanguage()}
        theme={theme}
        basemap={basemap}
        labels={t('map', { returnObjects: true })}
        initialView={firstView(area, at)}
      >
        <Pin at={at} onMove={onMove} />
      </MapView>
    </section>
  )
}

const Pin = ({ at, onMove }: Pick<Props, 'at' | 'onMove'>) => {
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
  // Moves the map to a place selected elsewhere on the page; a place clicked on this map is already visible.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the point moves, not with every new function
  useEffect(() => {
    if (at && point !== pressed.current) pin.show(at)
  }, [point])
  return null
}
