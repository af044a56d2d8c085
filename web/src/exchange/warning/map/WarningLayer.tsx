import type { GeoJSONSource, MapMouseEvent } from 'maplibre-gl'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Warning } from '#contract'
import { repaint } from '../../../map/basemap.ts'
import { addOverlay, isCovered } from '../../../map/overlay.ts'
import type { MapTheme } from '../../../map/palette.ts'
import { useMap } from '../../../map/useMap.ts'
import { useNow } from '../../../ui/browser/now.ts'
import { boundsOf } from '../bounds.ts'
import { featuresOf } from './features.ts'
import { layerIds, sources, warningLayers } from './layers.ts'

type Props = {
  warnings: readonly Warning[]
  theme: MapTheme
  selected: string | undefined
  /** Undefined while the map has another use, such as setting a place. */
  onSelect: ((id: string) => void) | undefined
}

/** Draws the areas of warnings below members and events. */
export const WarningLayer = ({ warnings, theme, selected, onSelect }: Props) => {
  const { t } = useTranslation()
  const { map } = useMap()
  const now = useNow()
  const shown = useMemo(() => featuresOf({ warnings, selected, now, t }), [warnings, selected, now, t])

  const add = useEffectEvent(() =>
    addOverlay(map, {
      level: 'ground',
      sources: {
        [sources.areas]: { type: 'geojson', data: shown.areas },
        [sources.labels]: { type: 'geojson', data: shown.labels },
      },
      layers: warningLayers(theme),
    }),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only for a new map
  useEffect(() => add(), [map])

  // `useNow` changes twice a minute, which rarely changes the drawing.
  const drawn = useRef('')
  useEffect(() => {
    const text = JSON.stringify(shown)
    if (drawn.current === text) return
    drawn.current = text
    map.getSource<GeoJSONSource>(sources.areas)?.setData(shown.areas)
    map.getSource<GeoJSONSource>(sources.labels)?.setData(shown.labels)
  }, [map, shown])

  useEffect(() => repaint(map, warningLayers(theme)), [map, theme])

  useReveal(warnings, selected)
  usePresses(selected, onSelect)
  return null
}

/** Moves the map to a newly selected warning unless part of it is in view. */
const useReveal = (warnings: readonly Warning[], selected: string | undefined): void => {
  const { map, fitAll } = useMap()
  const warning = warnings.find(({ _id }) => _id === selected)
  const bounds = warning && boundsOf(warning)
  const isKnown = bounds !== undefined
  const reveal = useEffectEvent(() => {
    if (!bounds) return
    const [west, south, east, north] = bounds
    const view = map.getBounds()
    const isAside = east < view.getWest() || west > view.getEast()
    if (isAside || north < view.getSouth() || south > view.getNorth()) fitAll(bounds)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another selection is a reason to look again
  useEffect(() => {
    if (!isKnown) return
    // In the next frame, when the map's padding includes the opening drawer.
    const frame = requestAnimationFrame(() => reveal())
    return () => cancelAnimationFrame(frame)
  }, [isKnown, selected])
}

/** Pressing overlapping areas again selects the next one. */
const usePresses = (selected: string | undefined, onSelect: Props['onSelect']): void => {
  const { map } = useMap()
  const under = ({ point }: MapMouseEvent) => {
    if (isCovered(map, point)) return []
    const features = map.queryRenderedFeatures(point, { layers: [layerIds.fill] })
    return [...new Map(features.map(({ properties }) => [String(properties.id), String(properties.title)]))]
  }
  const press = useEffectEvent((event: MapMouseEvent) => {
    const pressed = under(event)
    const place = pressed.findIndex(([id]) => id === selected)
    const [id] = pressed[(place + 1) % pressed.length] ?? []
    if (id) onSelect?.(id)
  })
  const hover = useEffectEvent((event: MapMouseEvent) => {
    const [first] = under(event)
    if (!first) return
    const canvas = map.getCanvas()
    canvas.style.cursor = 'pointer'
    canvas.title = first[1]
  })
  const isUsed = onSelect !== undefined
  useEffect(() => {
    if (!isUsed) return
    const canvas = map.getCanvas()
    const leave = () => {
      canvas.style.cursor = ''
      canvas.title = ''
    }
    const subscriptions = [
      map.on('click', (event) => press(event)),
      map.on('mousemove', layerIds.fill, (event) => hover(event)),
      map.on('mouseleave', layerIds.fill, leave),
    ]
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
      leave()
    }
  }, [map, isUsed])
}
