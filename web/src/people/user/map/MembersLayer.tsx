import type { GeoJSONSource, MapLayerMouseEvent } from 'maplibre-gl'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { repaint } from '../../../map/basemap.ts'
import { type Images, provideImages } from '../../../map/images.ts'
import { addOverlay } from '../../../map/overlay.ts'
import { useMap } from '../../../map/useMap.ts'
import { useNow } from '../../../ui/browser/now.ts'
import { usePositions } from '../team/data.ts'
import { changedSources, sourcesOf } from './features.ts'
import { gathering, layerIds, MEMBER_ZOOM, memberLayers, sources } from './layers.ts'
import { drawMember, PREFIX, type Theme } from './marker.ts'

type Props = {
  theme: Theme
  areOthersShown: boolean
  selected: string | undefined
  onSelect?: ((id: string) => void) | undefined
}

/** Members who share their position. A position older than 15 minutes is grey and labelled with its age. */
export const MembersLayer = ({ theme, areOthersShown, selected, onSelect }: Props) => {
  const { t } = useTranslation()
  const { map, easeTo } = useMap()
  const now = useNow()
  const { data: positions } = usePositions()
  const shown = useMemo(
    () => sourcesOf(positions ?? [], { selected, areOthersShown }, { t, language: currentLanguage(), now }),
    [positions, selected, areOthersShown, t, now],
  )
  const images = useRef<Images>(undefined)
  const drawn = useRef(theme)
  const drawnPlaces = useRef(shown)

  const add = useEffectEvent(() => {
    const imageProvider = provideImages(map, PREFIX, (name) => drawMember(name, drawn.current))
    images.current = imageProvider
    drawnPlaces.current = shown
    const remove = addOverlay(map, {
      level: 'people',
      sources: {
        [sources.all]: { type: 'geojson', data: shown.all, ...gathering },
        [sources.selected]: { type: 'geojson', data: shown.selected },
      },
      layers: memberLayers(theme),
    })
    return () => {
      remove()
      imageProvider.stop()
      images.current = undefined
    }
  })
  const isAny = shown.all.features.length + shown.selected.features.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only for a new map, or the first member
  useEffect(() => (isAny ? add() : undefined), [map, isAny])

  useEffect(() => {
    for (const name of changedSources(drawnPlaces.current, shown))
      map.getSource<GeoJSONSource>(sources[name])?.setData(shown[name])
    drawnPlaces.current = shown
  }, [map, shown])

  useEffect(() => {
    if (drawn.current === theme) return
    drawn.current = theme
    if (!images.current) return
    images.current.redraw()
    repaint(map, memberLayers(theme))
  }, [map, theme])

  // Moves the map once for each selected member, when the member's position is known.
  const place = positions?.find(({ _id }) => _id === selected)?.location
  const isPlaced = place !== undefined
  const show = useEffectEvent(() => place && easeTo(place, MEMBER_ZOOM))
  // biome-ignore lint/correctness/useExhaustiveDependencies: also runs for another selection
  useEffect(() => {
    if (!isPlaced) return
    // In the next frame, so that the opening drawer is taken into account.
    const frame = requestAnimationFrame(() => show())
    return () => cancelAnimationFrame(frame)
  }, [isPlaced, selected])

  usePresses(onSelect)
  return null
}

const pressable = [layerIds.selected, layerIds.plates, layerIds.dots, layerIds.groups]

const usePresses = (onSelect: Props['onSelect']): void => {
  const { map } = useMap()
  const press = useEffectEvent(({ features: [pressed] = [], lngLat }: MapLayerMouseEvent) => {
    if (!pressed) return
    const { id, cluster_id: group } = pressed.properties
    if (group === undefined) return onSelect?.(String(id))
    const source = map.getSource<GeoJSONSource>(sources.all)
    source?.getClusterExpansionZoom(group).then((zoom) => map.easeTo({ center: lngLat, zoom }))
  })
  const isUsed = onSelect !== undefined
  useEffect(() => {
    if (!isUsed) return
    const canvas = map.getCanvas()
    const subscriptions = [
      map.on('click', pressable, (event) => press(event)),
      map.on('mousemove', pressable, ({ features: under }) => {
        canvas.style.cursor = 'pointer'
        canvas.title = String(under?.[0]?.properties.name ?? '')
      }),
      map.on('mouseleave', pressable, () => {
        canvas.style.cursor = ''
        canvas.title = ''
      }),
    ]
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [map, isUsed])
}
