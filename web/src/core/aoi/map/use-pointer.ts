import type { MapLayerMouseEvent } from 'maplibre-gl'
import { useEffect, useEffectEvent } from 'react'
import type { TileCluster, TilePoint } from '#contract'
import { useMap } from '../../../map/useMap.ts'
import { layerIds } from './layers.ts'
import { isOneSpot, type Spot } from './spot.ts'

const pressable = [layerIds.selected, layerIds.points, layerIds.clusters]

type PointerHandlers = { onSelect: ((nonce: string) => void) | undefined; onSpot: (spot: Spot) => void }

/** Handles clicks on the map: selects a badge, zooms into a cluster, and lists a cluster that no zoom separates. */
export const usePointer = ({ onSelect, onSpot }: PointerHandlers): void => {
  const { map, zoomTo } = useMap()
  const press = useEffectEvent(({ features = [], lngLat }: MapLayerMouseEvent) => {
    const [feature] = features
    if (!feature) return
    if (feature.layer.id !== layerIds.clusters) return onSelect?.((feature.properties as TilePoint).nonce)
    const { west, south, east, north, count } = feature.properties as TileCluster
    const bounds: [number, number, number, number] = [west, south, east, north]
    if (isOneSpot(bounds, map.getMaxZoom())) onSpot({ bbox: bounds.join(), at: lngLat.toArray(), count })
    else zoomTo(bounds)
  })
  const isUsed = onSelect !== undefined
  useEffect(() => {
    if (!isUsed) return
    const canvas = map.getCanvas()
    const point = (cursor: string, title = '') => {
      canvas.style.cursor = cursor
      canvas.title = title
    }
    const subscriptions = [
      map.on('click', pressable, (event) => press(event)),
      map.on('mousemove', pressable, ({ features }) => point('pointer', features?.[0]?.properties.name)),
      map.on('mouseleave', pressable, () => point('')),
    ]
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
      point('')
    }
  }, [map, isUsed])
}
