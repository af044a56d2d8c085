import type { MapMouseEvent, RequestTransformFunction } from 'maplibre-gl'
import { useEffect, useEffectEvent } from 'react'
import type { LngLat } from '#contract'
import type { BasemapConfig } from '../../map/basemap.ts'
import { placeMark } from '../../map/pin.ts'
import { SmallMap } from '../../map/SmallMap.tsx'
import { useMap } from '../../map/useMap.ts'
import type { View } from '../../map/view.ts'

const ZOOM = 14

type Props = {
  /** Null for a report without a place; the map then shows `view`. */
  at: LngLat | null
  view: View
  name: string
  /** Undefined unless the reviewer chooses the report's place. */
  onPress: ((at: LngLat) => void) | undefined
  basemap: BasemapConfig
  transformRequest: RequestTransformFunction
}

export const ReportMap = ({ at, view, name, onPress, basemap, transformRequest }: Props) => (
  <SmallMap basemap={basemap} initialView={at ? { center: at, zoom: ZOOM } : view} transformRequest={transformRequest}>
    {at && <Mark at={at} name={name} isStill={onPress !== undefined} />}
    {onPress && <Press onPress={onPress} />}
  </SmallMap>
)

const Press = ({ onPress }: { onPress: (at: LngLat) => void }) => {
  const { map } = useMap()
  const press = useEffectEvent(({ lngLat }: MapMouseEvent) => onPress([lngLat.lng, lngLat.lat]))
  useEffect(() => {
    const listen = (event: MapMouseEvent) => press(event)
    map.on('click', listen)
    return () => void map.off('click', listen)
  }, [map])
  return null
}

/** `isStill`: moves the map only to places outside its view, so that it stays when a place on it is pressed. */
const Mark = ({ at: [lng, lat], name, isStill }: { at: LngLat; name: string; isStill: boolean }) => {
  const { map } = useMap()
  useEffect(() => {
    if (!isStill || !map.getBounds().contains([lng, lat])) map.jumpTo({ center: [lng, lat], zoom: ZOOM })
    return placeMark(map, [lng, lat], name)
  }, [map, lng, lat, name, isStill])
  return null
}
