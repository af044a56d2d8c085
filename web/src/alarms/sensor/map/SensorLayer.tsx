import type { TFunction } from 'i18next'
import type { GeoJSONSource, LayerSpecification, MapMouseEvent } from 'maplibre-gl'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type AoiSummary, type LngLat, placeOf, type SensorSummary, severityOf } from '#contract'
import { repaint } from '../../../map/basemap.ts'
import { type Images, provideImages } from '../../../map/images.ts'
import { addOverlay } from '../../../map/overlay.ts'
import { boundsAround } from '../../../map/reveal.ts'
import { useMap } from '../../../map/useMap.ts'
import { useAreas, useSensors } from '../data.ts'
import { severityColours, severityOfArea, severityOrder } from '../look.ts'
import { stateText } from '../StateBadge.tsx'
import { outlineOf, SENSOR_ZOOM } from './geometry.ts'
import { drawMark, imageOf, PREFIX } from './marks.ts'

type Theme = 'light' | 'dark'
type SensorSelection = { area: string } | { sensor: string }
type Props = {
  theme: Theme
  selectedArea: string | undefined
  selectedSensor: string | undefined
  /** Undefined while clicks on the map do something else, such as drawing an area. */
  onSelect?: (target: SensorSelection) => void
}

const ids = { outlines: 'sensor-outlines', fill: 'sensor-fill', line: 'sensor-line', marks: 'sensor-marks' }
const noFeatures: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] }

const layers = (theme: Theme): LayerSpecification[] => {
  const { alert, error, ok } = severityColours[theme]
  const colour = ['match', ['get', 'severity'], 'alert', alert, 'error', error, ok] as unknown as string
  return [
    { id: ids.fill, type: 'fill', source: ids.outlines, paint: { 'fill-color': colour, 'fill-opacity': 0.14 } },
    {
      id: ids.line,
      type: 'line',
      source: ids.outlines,
      paint: { 'line-color': colour, 'line-width': ['case', ['get', 'isSelected'], 3.5, 2] },
    },
    {
      id: ids.marks,
      type: 'symbol',
      source: ids.marks,
      layout: {
        'icon-image': ['get', 'image'],
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
        // Draws alarms above sensors that are OK.
        'symbol-sort-key': ['get', 'order'],
      },
    },
  ]
}

const areaTitle = ({ properties: { name, status } }: AoiSummary, t: TFunction) =>
  t('sensor.mark', { name, state: t(`sensor.status.${status ?? 'OK'}`) })
const sensorTitle = ({ name, state }: SensorSummary, t: TFunction) =>
  t('sensor.mark', { name, state: stateText(state, t) })

const outlines = (
  areas: readonly AoiSummary[],
  selected: string | undefined,
  t: TFunction,
): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: areas.flatMap((area) => {
    const { nonce, status, area: shape } = area.properties
    const coordinates = shape && outlineOf(placeOf(area), shape)
    if (!coordinates) return []
    const severity = severityOfArea(status)
    const properties = { area: nonce, title: areaTitle(area, t), severity, isSelected: nonce === selected }
    return [{ type: 'Feature', geometry: { type: 'Polygon', coordinates }, properties }]
  }),
})

const orderOf = (severity: (typeof severityOrder)[number], isSelected: boolean) =>
  isSelected ? 10 : severityOrder.length - severityOrder.indexOf(severity)

const marks = (
  areas: readonly AoiSummary[],
  sensors: readonly SensorSummary[],
  { selectedArea, selectedSensor, t }: Pick<Props, 'selectedArea' | 'selectedSensor'> & { t: TFunction },
): GeoJSON.FeatureCollection => {
  const point = (coordinates: LngLat, properties: object): GeoJSON.Feature => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates },
    properties: { ...properties },
  })
  return {
    type: 'FeatureCollection',
    features: [
      ...areas.map((area) => {
        const { nonce, status } = area.properties
        const severity = severityOfArea(status)
        const isSelected = nonce === selectedArea
        const image = imageOf('area', severity, isSelected)
        return point(placeOf(area), {
          area: nonce,
          title: areaTitle(area, t),
          image,
          order: orderOf(severity, isSelected),
        })
      }),
      ...sensors.flatMap((sensor) => {
        const { _id, state, location } = sensor
        if (!location) return []
        const severity = severityOf(state)
        const isSelected = _id === selectedSensor
        const image = imageOf('sensor', severity, isSelected)
        const order = orderOf(severity, isSelected) + 0.5
        return [
          point([location.longitude, location.latitude], { sensor: _id, title: sensorTitle(sensor, t), image, order }),
        ]
      }),
    ],
  }
}

/** At this zoom an area of this radius fills the map well. Twice the radius needs one zoom level less. */
const AREA_ZOOM = { zoom: 13.5, metres: 500 }

const zoomFor = ({ properties: { area } }: AoiSummary): number =>
  AREA_ZOOM.zoom - Math.max(0, Math.log2((area?.radiusMetres ?? AREA_ZOOM.metres) / AREA_ZOOM.metres))

export const SensorLayer = ({ theme, selectedArea, selectedSensor, onSelect }: Props) => {
  const { map, easeTo, fitAll, isInSight } = useMap()
  const { data: areas = [] } = useAreas()
  const { data: sensors = [] } = useSensors()
  const { t } = useTranslation()
  const shown = useMemo(
    () => ({
      outlines: outlines(areas, selectedArea, t),
      marks: marks(areas, sensors, { selectedArea, selectedSensor, t }),
    }),
    [areas, sensors, selectedArea, selectedSensor, t],
  )
  const drawn = useRef(theme)
  const images = useRef<Images>(undefined)

  const add = useEffectEvent(() => {
    const imageProvider = provideImages(map, PREFIX, (name) => drawMark(name, drawn.current))
    images.current = imageProvider
    const remove = addOverlay(map, {
      sources: {
        [ids.outlines]: { type: 'geojson', data: shown.outlines },
        [ids.marks]: { type: 'geojson', data: shown.marks },
      },
      layers: layers(theme),
    })
    return () => {
      remove()
      imageProvider.stop()
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only for a new map
  useEffect(() => add(), [map])

  useEffect(() => {
    map.getSource<GeoJSONSource>(ids.outlines)?.setData(shown.outlines ?? noFeatures)
    map.getSource<GeoJSONSource>(ids.marks)?.setData(shown.marks ?? noFeatures)
  }, [map, shown])

  useEffect(() => {
    if (drawn.current === theme) return
    drawn.current = theme
    images.current?.redraw()
    repaint(map, layers(theme))
  }, [map, theme])

  usePresses(onSelect)

  const reveal = useEffectEvent(() => {
    const area = areas.find(({ properties }) => properties.nonce === selectedArea)
    const location = sensors.find(({ _id }) => _id === selectedSensor)?.location
    if (area) easeTo(placeOf(area), zoomFor(area))
    else if (location) easeTo([location.longitude, location.latitude], SENSOR_ZOOM)
  })
  const isKnown = areas.length + sensors.length > 0

  // Shows all areas once, when the page opens, unless something is selected.
  const hasOpened = useRef(false)
  const openOnAreas = useEffectEvent(() => {
    const places = areas.map(placeOf)
    const bounds = boundsAround(places)
    if (hasOpened.current || !bounds) return
    hasOpened.current = true
    if (!selectedArea && !selectedSensor && !places.every(isInSight)) fitAll(bounds)
  })
  useEffect(() => {
    if (isKnown) openOnAreas()
  }, [isKnown])

  // A new selection moves the map; a live update never does.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for a new selection only
  useEffect(() => reveal(), [selectedArea, selectedSensor, isKnown])
  return null
}

/** Handles clicks, which prefer sensors to areas and marks to outlines. */
const usePresses = (onSelect: Props['onSelect']): void => {
  const { map } = useMap()
  const at = ({ point }: MapMouseEvent) => map.queryRenderedFeatures(point, { layers: [ids.marks, ids.fill] })[0]
  const press = useEffectEvent((event: MapMouseEvent) => {
    const { sensor, area } = at(event)?.properties ?? {}
    if (sensor) onSelect?.({ sensor })
    else if (area) onSelect?.({ area })
  })
  const hover = useEffectEvent((event: MapMouseEvent) => {
    const feature = at(event)
    const canvas = map.getCanvas()
    canvas.style.cursor = feature ? 'pointer' : ''
    canvas.title = feature?.properties.title ?? ''
  })
  const isUsed = onSelect !== undefined
  useEffect(() => {
    if (!isUsed) return
    const subscriptions = [map.on('click', (event) => press(event)), map.on('mousemove', (event) => hover(event))]
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
      map.getCanvas().style.cursor = ''
      map.getCanvas().title = ''
    }
  }, [map, isUsed])
}
