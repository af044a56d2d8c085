import type { RequestTransformFunction } from 'maplibre-gl'
import { useEffect } from 'react'
import type { LngLat } from '#contract'
import type { BasemapConfig } from '../../map/basemap.ts'
import { placeMark } from '../../map/mark.ts'
import { SmallMap } from '../../map/SmallMap.tsx'
import { useMap } from '../../map/useMap.ts'

const ZOOM = 14

type Props = { at: LngLat; name: string; basemap: BasemapConfig; transformRequest: RequestTransformFunction }

export const ReportMap = ({ at, name, basemap, transformRequest }: Props) => (
  <SmallMap basemap={basemap} initialView={{ center: at, zoom: ZOOM }} transformRequest={transformRequest}>
    <Mark at={at} name={name} />
  </SmallMap>
)

const Mark = ({ at: [lng, lat], name }: Pick<Props, 'at' | 'name'>) => {
  const { map } = useMap()
  useEffect(() => {
    map.jumpTo({ center: [lng, lat], zoom: ZOOM })
    return placeMark(map, [lng, lat], name)
  }, [map, lng, lat, name])
  return null
}
