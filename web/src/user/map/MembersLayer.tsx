import type { ExpressionSpecification, GeoJSONSource, LayerSpecification, MapLayerMouseEvent } from 'maplibre-gl'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/i18n.ts'
import { repaint } from '../../map/basemap.ts'
import { type Images, provideImages } from '../../map/images.ts'
import { addOverlay } from '../../map/overlay.ts'
import { labelFonts, palettes } from '../../map/palette.ts'
import { useMap } from '../../map/useMap.ts'
import { useNow } from '../../ui/browser/now.ts'
import { usePositions } from '../team/data.ts'
import { featuresOf } from './features.ts'
import { drawMember, PREFIX, type Theme } from './marker.ts'

const ID = 'members'
const noFeatures: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] }

/** From afar small, so that they do not cover what happens around them; the selected one is always larger. */
const iconSize = (selected: string | undefined): ExpressionSpecification => {
  const by = (size: number): ExpressionSpecification => [
    'case',
    ['==', ['get', 'id'], selected ?? ''],
    Math.max(1, size * 1.3),
    size,
  ]
  return ['interpolate', ['linear'], ['zoom'], 7, by(0.65), 12, by(1)]
}

const textColour = (theme: Theme): ExpressionSpecification => [
  'case',
  ['get', 'isStale'],
  palettes[theme].labelDim,
  palettes[theme].label,
]

const textPaint = (theme: Theme) => ({
  'text-color': textColour(theme),
  'text-halo-color': palettes[theme].labelHalo,
  'text-halo-width': 1.5,
})

const layer = (theme: Theme, selected: string | undefined): LayerSpecification => ({
  id: ID,
  type: 'symbol',
  source: ID,
  layout: {
    'icon-image': ['get', 'icon'],
    'icon-size': iconSize(selected),
    'icon-allow-overlap': true,
    'text-field': ['format', ['get', 'name'], {}, '\n', {}, ['get', 'age'], { 'font-scale': 0.85 }],
    'text-font': labelFonts.medium,
    'text-size': 12,
    'text-max-width': 11,
    'text-line-height': 1.25,
    'text-anchor': 'top',
    'text-offset': [0, 1.5],
    'text-optional': true,
  },
  paint: textPaint(theme),
})

type Props = {
  theme: Theme
  /** Id of the member whose card is open. */
  selected: string | undefined
  /** Absent while the map is used for something else, such as placing a pin. */
  onSelect?: ((id: string) => void) | undefined
}

/** The members who share their position, with name and age; greyed once that is older than 15 minutes. */
export const MembersLayer = ({ theme, selected, onSelect }: Props) => {
  const { t } = useTranslation()
  const { map, easeTo } = useMap()
  const now = useNow()
  const { data: positions } = usePositions()
  const features = useMemo(
    () => (positions ? featuresOf(positions, { t, language: currentLanguage(), now }) : noFeatures),
    [positions, t, now],
  )
  const images = useRef<Images>(undefined)
  const drawn = useRef(theme)

  const add = useEffectEvent(() => {
    const made = provideImages(map, PREFIX, (name) => drawMember(name, drawn.current))
    images.current = made
    const remove = addOverlay(map, {
      sources: { [ID]: { type: 'geojson', data: features } },
      layers: [layer(theme, selected)],
    })
    return () => {
      remove()
      made.stop()
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another map is the only reason to begin anew
  useEffect(() => add(), [map])

  useEffect(() => void map.getSource<GeoJSONSource>(ID)?.setData(features), [map, features])

  useEffect(() => {
    map.setLayoutProperty(ID, 'icon-size', iconSize(selected))
    if (drawn.current === theme) return
    drawn.current = theme
    images.current?.redraw()
    repaint(map, [layer(theme, undefined)])
  }, [map, theme, selected])

  // Once, when it is selected and known to be somewhere: where it moves later never moves the map.
  const place = positions?.find(({ _id }) => _id === selected)?.location
  const isPlaced = place !== undefined
  const show = useEffectEvent(() => place && easeTo(place))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another selection is a reason to look again
  useEffect(() => {
    if (!isPlaced) return
    // After the drawer has opened: what it covers counts.
    const frame = requestAnimationFrame(() => show())
    return () => cancelAnimationFrame(frame)
  }, [isPlaced, selected])

  const press = useEffectEvent(({ features: pressed = [] }: MapLayerMouseEvent) =>
    onSelect?.(String(pressed[0]?.properties.id)),
  )
  const isUsed = onSelect !== undefined
  useEffect(() => {
    if (!isUsed) return
    const canvas = map.getCanvas()
    const subscriptions = [
      map.on('click', ID, (event) => press(event)),
      map.on('mousemove', ID, ({ features: under }) => {
        canvas.style.cursor = 'pointer'
        canvas.title = String(under?.[0]?.properties.name ?? '')
      }),
      map.on('mouseleave', ID, () => {
        canvas.style.cursor = ''
        canvas.title = ''
      }),
    ]
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [map, isUsed])
  return null
}
