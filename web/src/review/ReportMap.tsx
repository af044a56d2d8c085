import { useComputedColorScheme } from '@mantine/core'
import type { RequestTransformFunction } from 'maplibre-gl'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { LngLat } from '#contract'
import { currentLanguage } from '../i18n/i18n.ts'
import type { BasemapConfig } from '../map/basemap.ts'
import MapView from '../map/MapView.tsx'
import { placeMark } from '../map/mark.ts'
import { useMap } from '../map/useMap.ts'

const ZOOM = 14

type Props = { at: LngLat; name: string; basemap: BasemapConfig; transformRequest: RequestTransformFunction }

/** A small map around one report. It stays while reports change: only the mark moves. */
export const ReportMap = ({ at, name, basemap, transformRequest }: Props) => {
  const { t } = useTranslation()
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  return (
    <MapView
      isAside
      language={currentLanguage()}
      theme={theme}
      basemap={basemap}
      labels={t('map', { returnObjects: true })}
      initialView={{ center: at, zoom: ZOOM }}
      transformRequest={transformRequest}
    >
      <Mark at={at} name={name} />
    </MapView>
  )
}

const Mark = ({ at: [lng, lat], name }: Pick<Props, 'at' | 'name'>) => {
  const { map } = useMap()
  useEffect(() => {
    map.jumpTo({ center: [lng, lat], zoom: ZOOM })
    return placeMark(map, [lng, lat], name)
  }, [map, lng, lat, name])
  return null
}
