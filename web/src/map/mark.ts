import { type Map as MapLibre, Marker } from 'maplibre-gl'
import './pin.css'
import type { LngLat } from './view.ts'

/** Outline of a pin in a box of 32 by 42 pixels, with its tip at 16, 41. */
export const PIN_PATH = 'M16 41C11 33 2 25.5 2 16a14 14 0 0 1 28 0c0 9.5-9 17-14 25Z'

export function placeMark(map: MapLibre, at: LngLat, name: string): () => void {
  const element = document.createElement('div')
  element.className = 'map-pin map-mark'
  element.innerHTML = `<svg viewBox="0 0 32 42" width="32" height="42" aria-hidden="true"><path d="${PIN_PATH}"/><circle cx="16" cy="16" r="5.5"/></svg>`
  const label = document.createElement('bdi')
  label.textContent = name
  element.append(label)
  const marker = new Marker({ element, anchor: 'bottom' }).setLngLat(at).addTo(map)
  element.setAttribute('role', 'img')
  element.setAttribute('aria-label', name)
  return () => marker.remove()
}
