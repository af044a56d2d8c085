import type { GeoJSONSource, MapLayerMouseEvent, VectorTileSource } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Aoi, aoiApi, BASE_PATH, type TileCluster, type TilePoint } from '#contract'
import { onLive } from '../api/live.ts'
import { provideImages } from '../map/images.ts'
import { addOverlay } from '../map/overlay.ts'
import { useMap } from '../map/useMap.ts'
import { type AoiQuery, useAoi } from './data.ts'
import { drawBadge, type MarkersMode, type Theme } from './map/badge.ts'
import { drawCluster } from './map/cluster.ts'
import { aoiLayers, iconOf, layerIds, notSelected, PREFIX, readName, sources, textPaint } from './map/layers.ts'
import { isOneSpot, type Spot } from './map/spot.ts'
import { SpotList } from './SpotList.tsx'
import { useTypeLooks } from './type-look.ts'

type Props = {
  query: AoiQuery
  mode: MarkersMode
  theme: Theme
  serviceIds: readonly string[]
  /** Nonce of the one whose details are open. */
  selected: string | undefined
  /** Absent while the map is used for something else, such as placing a pin. */
  onSelect?: (nonce: string) => void
}

/** The events on the map: what the list shows, in clusters and badges. */
export const AoiLayer = ({ query, mode, theme, serviceIds, selected, onSelect }: Props) => {
  useOverlay({ query, mode, theme, serviceIds, selected })
  useLiveTiles()
  const [spot, setSpot] = useState<Spot>()
  usePointer(onSelect, setSpot)
  return (
    <>
      {selected && <SelectedMarker nonce={selected} />}
      {spot && onSelect && (
        <SpotList
          key={spot.bbox}
          spot={spot}
          query={query}
          serviceIds={serviceIds}
          selected={selected}
          onSelect={onSelect}
          onClose={() => setSpot(undefined)}
        />
      )}
    </>
  )
}

const tileAddress = ({ sort, order, ...filter }: AoiQuery): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) search.set(name, String(value))
  return `${location.origin}${BASE_PATH}${aoiApi.tile.path.replace(/:(\w+)/g, '{$1}')}?${search}`
}

const collection = (features: GeoJSON.Feature[] = []): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features,
})

/** Sources, layers and pictures; a change of what is shown never takes the layers off. */
const useOverlay = ({ query, mode, theme, serviceIds, selected }: Omit<Props, 'onSelect'>) => {
  const { map } = useMap()
  const looks = useTypeLooks(serviceIds)
  const address = tileAddress(query)
  const drawn = useRef({ looks, theme })
  const images = useRef<ReturnType<typeof provideImages>>(undefined)

  const add = useEffectEvent(() => {
    images.current = provideImages(map, PREFIX, (text) => {
      const name = readName(text)
      if (name.kind === 'cluster') return drawCluster(name.diameter, name.shares, drawn.current.theme)
      const look = drawn.current.looks.get(name.typeId)
      return drawBadge({
        ...name,
        look,
        theme: drawn.current.theme,
        ring: name.kind === 'selected' ? ringColour() : '',
      })
    })
    const stop = addOverlay(map, {
      sources: {
        [sources.tiles]: { type: 'vector', tiles: [address], maxzoom: 20 },
        [sources.selected]: { type: 'geojson', data: collection() },
      },
      layers: aoiLayers(mode, theme, selected),
    })
    return () => {
      stop()
      images.current?.stop()
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another map is the only reason to begin anew
  useEffect(() => add(), [map])

  const asked = useRef(address)
  useEffect(() => {
    if (asked.current === address) return
    asked.current = address
    map.getSource<VectorTileSource>(sources.tiles)?.setTiles([address])
  }, [map, address])

  useEffect(() => {
    map.setLayoutProperty(layerIds.points, 'icon-image', iconOf('points', mode))
    map.setLayoutProperty(layerIds.selected, 'icon-image', iconOf('selected', mode))
  }, [map, mode])

  useEffect(() => {
    for (const layer of [layerIds.points, layerIds.names]) map.setFilter(layer, notSelected(selected))
  }, [map, selected])

  useEffect(() => {
    if (drawn.current.looks === looks && drawn.current.theme === theme) return
    drawn.current = { looks, theme }
    images.current?.redraw()
    const { 'text-color': colour, ...halo } = textPaint(theme)
    for (const layer of [layerIds.names, layerIds.selected, layerIds.clusters])
      map.setPaintProperty(layer, 'text-color', colour)
    for (const layer of [layerIds.names, layerIds.selected])
      map.setPaintProperty(layer, 'text-halo-color', halo['text-halo-color'])
  }, [map, looks, theme])
}

const ringColour = (): string =>
  getComputedStyle(document.documentElement).getPropertyValue('--mantine-primary-color-filled') || '#1f5fbf'

/** Long enough for a burst to become one request, short enough to seem at once. */
const GATHER_MS = 250

/** A message makes the tiles old; they are drawn until the new ones are there. */
const useLiveTiles = () => {
  const { map } = useMap()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      timer = undefined
      if (map.getSource(sources.tiles)) map.refreshTiles(sources.tiles)
    }
    const stop = onLive(({ type }) => {
      if (type === 'AOI_CREATED' || type === 'AOI_UPDATED' || type === 'RESYNC')
        timer ??= setTimeout(refresh, GATHER_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [map])
}

const pressable = [layerIds.selected, layerIds.points, layerIds.clusters]

/** A badge selects, a cluster zooms in, and one that no zoom takes apart is listed. */
const usePointer = (onSelect: Props['onSelect'], onSpot: (spot: Spot) => void) => {
  const { map, zoomTo } = useMap()
  const press = useEffectEvent((event: MapLayerMouseEvent) => {
    const [feature] = event.features ?? []
    if (!feature || !onSelect) return
    if (feature.layer.id !== layerIds.clusters) return onSelect((feature.properties as TilePoint).nonce)
    const { west, south, east, north, count } = feature.properties as TileCluster
    const bounds: [number, number, number, number] = [west, south, east, north]
    if (isOneSpot(bounds, map.getMaxZoom())) onSpot({ bbox: bounds.join(), at: event.lngLat.toArray(), count })
    else zoomTo(bounds)
  })
  const isUsed = onSelect !== undefined
  useEffect(() => {
    if (!isUsed) return
    const canvas = map.getCanvas()
    const enter = ({ features }: MapLayerMouseEvent) => {
      canvas.style.cursor = 'pointer'
      canvas.title = String(features?.[0]?.properties.name ?? '')
    }
    const leave = () => {
      canvas.style.cursor = ''
      canvas.title = ''
    }
    const subscriptions = [
      map.on('click', pressable, (event) => press(event)),
      map.on('mousemove', pressable, enter),
      map.on('mouseleave', pressable, leave),
    ]
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
      leave()
    }
  }, [map, isUsed])
}

/** The selected one, larger and ringed, above all others and outside of every cluster and filter. */
const SelectedMarker = ({ nonce }: { nonce: string }) => {
  const { map, easeTo } = useMap()
  const { data: aoi } = useAoi(nonce)
  useEffect(() => {
    const show = (features: GeoJSON.Feature[]) =>
      map.getSource<GeoJSONSource>(sources.selected)?.setData(collection(features))
    show(aoi ? [featureOf(aoi)] : [])
    return () => {
      show([])
    }
  }, [map, aoi])

  // Once for each selection: what happens to it later never moves the map.
  const eased = useRef<string>(undefined)
  const place = aoi && placeOf(aoi)
  const [lng, lat] = place ?? []
  useEffect(() => {
    if (lng === undefined || lat === undefined || eased.current === nonce) return
    eased.current = nonce
    // After the drawer has opened: what it covers counts.
    const frame = requestAnimationFrame(() => easeTo([lng, lat]))
    return () => cancelAnimationFrame(frame)
  }, [lng, lat, nonce, easeTo])
  return null
}

const placeOf = ({ geometry }: Aoi): [number, number] | undefined => {
  const [lng, lat] = geometry[0]?.coordinates ?? []
  return lng === undefined || lat === undefined ? undefined : [lng, lat]
}

const featureOf = (aoi: Aoi): GeoJSON.Feature => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: placeOf(aoi) ?? [0, 0] },
  properties: {
    nonce: aoi.properties.nonce,
    name: aoi.properties.name,
    state: aoi.state,
    eventTypeId: aoi.properties.publicAction?._id,
  },
})
