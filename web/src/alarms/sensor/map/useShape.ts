import { type GeoJSONSource, Marker } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { LngLat } from '#contract'
import { nudged, rounded } from '../../../map/nudge.ts'
import { addOverlay } from '../../../map/overlay.ts'
import { useOpenMap } from '../../../map/shownMap.ts'
import classes from './useShape.module.css'

const SOURCE = 'sensor-shape'
const COLOUR = '#1f5fbf'

const featureOf = (ring: readonly LngLat[]): GeoJSON.Feature => ({
  type: 'Feature',
  properties: {},
  geometry:
    ring.length >= 4
      ? { type: 'Polygon', coordinates: [ring as LngLat[]] }
      : { type: 'LineString', coordinates: ring as LngLat[] },
})

export const useOutline = (ring: readonly LngLat[] | undefined): void => {
  const map = useOpenMap()?.map
  const shown = useRef(ring)
  shown.current = ring
  useEffect(() => {
    if (!map) return
    return addOverlay(map, {
      sources: { [SOURCE]: { type: 'geojson', data: featureOf(shown.current ?? []) } },
      layers: [
        {
          id: `${SOURCE}-fill`,
          type: 'fill',
          source: SOURCE,
          filter: ['==', ['geometry-type'], 'Polygon'],
          paint: { 'fill-color': COLOUR, 'fill-opacity': 0.15 },
        },
        {
          id: `${SOURCE}-line`,
          type: 'line',
          source: SOURCE,
          paint: { 'line-color': COLOUR, 'line-width': 2.5, 'line-dasharray': [2, 1.5] },
        },
      ],
    })
  }, [map])
  useEffect(() => {
    map?.getSource<GeoJSONSource>(SOURCE)?.setData(featureOf(ring ?? []))
  }, [map, ring])
}

type Corners = {
  corners: readonly LngLat[]
  isOn: boolean
  label: (place: number) => string
  onChange: (corners: LngLat[]) => void
}

/**
 * Edits a polygon on the map. A click on the map adds a corner. Corners can be dragged, moved with arrow keys, and
 * removed by a click. Returns a function that adds a corner at the map's centre, for the keyboard: arrow keys move the
 * corner and Escape returns the focus. Undefined if there is no map.
 */
export const useCorners = ({ corners, isOn, label, onChange }: Corners): (() => void) | undefined => {
  const map = useOpenMap()?.map
  // Index of the corner that receives the focus after a change, which recreates all markers.
  const toFocus = useRef(-1)
  const opener = useRef<Element>(null)
  const add = useEffectEvent((at: LngLat) => onChange([...corners, at]))
  const move = useEffectEvent((place: number, at: LngLat) => onChange(corners.with(place, at)))
  const remove = useEffectEvent((place: number) => onChange(corners.toSpliced(place, 1)))

  useEffect(() => {
    if (!map || !isOn) return
    const pressed = map.on('click', ({ lngLat }) => add(rounded(lngLat.wrap())))
    const canvas = map.getCanvas()
    canvas.style.cursor = 'crosshair'
    return () => {
      pressed.unsubscribe()
      canvas.style.cursor = ''
    }
  }, [map, isOn])

  const nameOf = useEffectEvent(label)
  useEffect(() => {
    if (!map || !isOn) return
    const markers = corners.map((at, place) => {
      const element = document.createElement('button')
      element.type = 'button'
      element.className = classes.corner ?? ''
      element.setAttribute('aria-label', nameOf(place))
      const marker = new Marker({ element, draggable: true }).setLngLat(at).addTo(map)
      let isDragged = false
      marker.on('dragstart', () => {
        isDragged = true
      })
      marker.on('dragend', () => move(place, rounded(marker.getLngLat().wrap())))
      element.addEventListener('keydown', (event) => {
        if (event.key === 'Escape' && opener.current instanceof HTMLElement) {
          event.stopPropagation()
          return opener.current.focus()
        }
        const to = nudged(map, at, event)
        if (!to) return
        event.preventDefault()
        event.stopPropagation()
        move(place, to)
      })
      element.addEventListener('click', (event) => {
        // A click on a corner must not reach the map below it.
        event.stopPropagation()
        if (!isDragged) remove(place)
        isDragged = false
      })
      return marker
    })
    markers[Math.min(toFocus.current, markers.length - 1)]?.getElement().focus({ preventScroll: true })
    toFocus.current = -1
    return () => {
      const place = markers.findIndex((marker) => marker.getElement() === document.activeElement)
      if (place >= 0) toFocus.current = place
      for (const marker of markers) marker.remove()
    }
  }, [map, isOn, corners])

  if (!map) return undefined
  return () => {
    opener.current = document.activeElement
    toFocus.current = corners.length
    onChange([...corners, rounded(map.getCenter().wrap())])
  }
}
