import './pin.css'
import { type Map as MapLibre, Marker } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef } from 'react'
import { nudged, rounded } from './nudge.ts'
import { useOpenMap } from './shownMap.ts'
import type { LngLat } from './view.ts'

interface Pin {
  at: LngLat | undefined
  label: string
  onMove: (at: LngLat) => void
}

/** Outline of a pin in a box of 32 by 42 pixels, with its tip at 16, 41. */
export const PIN_PATH = 'M16 41C11 33 2 25.5 2 16a14 14 0 0 1 28 0c0 9.5-9 17-14 25Z'
const PIN_SVG = `<svg viewBox="0 0 32 42" width="32" height="42" aria-hidden="true"><path d="${PIN_PATH}"/><circle cx="16" cy="16" r="5.5"/></svg>`

/** Shows street names, so that people can check the address of the pin. */
const closeZoom = 15

/**
 * One pin on the page's map. A click sets it; dragging and arrow keys move it. Returns functions that move the map to a
 * point and read the map's centre.
 */
export function usePin({ at, label, onMove }: Pin): { show: (at: LngLat) => void; center: () => LngLat | undefined } {
  const open = useOpenMap()
  const map = open?.map
  const marker = useRef<Marker>(undefined)
  const move = useEffectEvent((to: LngLat) => onMove(to))

  useEffect(() => {
    if (!map) return
    const pressed = map.on('click', ({ lngLat }) => move(rounded(lngLat.wrap())))
    const canvas = map.getCanvas()
    canvas.style.cursor = 'crosshair'
    return () => {
      pressed.unsubscribe()
      canvas.style.cursor = ''
      marker.current?.remove()
      marker.current = undefined
    }
  }, [map])

  const [lng, lat] = at ?? []
  useEffect(() => {
    if (!map) return
    if (lng === undefined || lat === undefined) {
      marker.current?.remove()
      marker.current = undefined
      return
    }
    if (marker.current) return void marker.current.setLngLat([lng, lat])
    const pin = new Marker({ element: pinElement(), anchor: 'bottom', draggable: true }).setLngLat([lng, lat])
    const element = pin.getElement()
    element.setAttribute('aria-label', label)
    element.addEventListener('keydown', (event) => {
      const to = nudged(map, rounded(pin.getLngLat()), event)
      if (!to) return
      event.preventDefault()
      event.stopPropagation()
      move(to)
    })
    // A click on the pin must not reach the map below it.
    element.addEventListener('click', (event) => event.stopPropagation())
    pin.on('dragend', () => move(rounded(pin.getLngLat().wrap())))
    marker.current = pin.addTo(map)
  }, [map, lng, lat, label])

  return {
    show: (point) => open?.easeTo(point, closeZoom),
    center: () => {
      const here = map?.getCenter().wrap()
      return here && rounded(here)
    },
  }
}

function pinElement(): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'map-pin'
  button.innerHTML = PIN_SVG
  return button
}

export function placeMark(map: MapLibre, at: LngLat, name: string): () => void {
  const element = document.createElement('div')
  element.className = 'map-pin map-mark'
  element.innerHTML = PIN_SVG
  const label = document.createElement('bdi')
  label.textContent = name
  element.append(label)
  const marker = new Marker({ element, anchor: 'bottom' }).setLngLat(at).addTo(map)
  element.setAttribute('role', 'img')
  element.setAttribute('aria-label', name)
  return () => marker.remove()
}
