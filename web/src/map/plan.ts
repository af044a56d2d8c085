import { type CanvasSource, type Map as MapLibre, Marker } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef } from 'react'
import { addOverlay } from './overlay.ts'
import './plan.css'
import { useOpenMap } from './shownMap.ts'
import type { LngLat } from './view.ts'

export type PlanCorners = [LngLat, LngLat, LngLat, LngLat]

type Handles = {
  src: string | undefined
  corners: PlanCorners
  middle: LngLat
  opacity: number
  labels: { corners: [string, string, string, string]; middle: string }
  onCorner: (corner: number, at: LngLat) => void
  onMiddle: (at: LngLat) => void
}

const source = 'plan-in-hand'
const layer = 'plan-in-hand'
const STEP_PX = 8
const steps: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export function usePlanHandles({ src, corners, middle, opacity, labels, onCorner, onMiddle }: Handles): void {
  const map = useOpenMap()?.map
  const markers = useRef<Marker[]>([])
  const corner = useEffectEvent(onCorner)
  const centre = useEffectEvent(onMiddle)
  const start = useEffectEvent(() => ({ corners, middle, opacity, labels }))

  useEffect(() => {
    if (!map || !src) return
    let isOver = false
    let remove = () => {}
    pictureOf(src).then((canvas) => {
      if (isOver) return
      const initial = start()
      remove = addOverlay(map, {
        sources: { [source]: { type: 'canvas', canvas, coordinates: initial.corners, animate: false } },
        layers: [
          {
            id: layer,
            type: 'raster',
            source,
            paint: { 'raster-opacity': initial.opacity, 'raster-fade-duration': 0 },
          },
        ],
      })
      const moves = [0, 1, 2, 3].map((index) => (at: LngLat) => corner(index, at))
      markers.current = [...moves, (at: LngLat) => centre(at)].map((move, index) => {
        const label = initial.labels.corners[index] ?? initial.labels.middle
        return handle(map, { label, isMiddle: index === 4, at: initial.corners[index] ?? initial.middle, move })
      })
    }, ignore)
    return () => {
      isOver = true
      for (const marker of markers.current) marker.remove()
      markers.current = []
      remove()
    }
  }, [map, src])

  const place = JSON.stringify([corners, middle])
  useEffect(() => {
    const [points, centrePoint] = JSON.parse(place) as [PlanCorners, LngLat]
    map?.getSource<CanvasSource>(source)?.setCoordinates(points)
    for (const [index, marker] of markers.current.entries()) marker.setLngLat(points[index] ?? centrePoint)
  }, [map, place])

  useEffect(() => {
    if (map?.getLayer(layer)) map.setPaintProperty(layer, 'raster-opacity', opacity)
  }, [map, opacity])
}

type Handle = { label: string; isMiddle: boolean; at: LngLat; move: (at: LngLat) => void }

const handle = (map: MapLibre, { label, isMiddle, at, move }: Handle): Marker => {
  const element = document.createElement('button')
  element.type = 'button'
  element.className = isMiddle ? 'plan-handle plan-middle' : 'plan-handle'
  element.setAttribute('aria-label', label)
  element.title = label
  const marker = new Marker({ element, draggable: true }).setLngLat(at).addTo(map)
  marker.on('drag', () => {
    const { lng, lat } = marker.getLngLat()
    move([lng, lat])
  })
  element.addEventListener('click', (event) => event.stopPropagation())
  element.addEventListener('keydown', (event) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    const { x, y } = map.project(marker.getLngLat())
    const { lng, lat } = map.unproject([x + step[0] * STEP_PX, y + step[1] * STEP_PX])
    move([lng, lat])
  })
  return marker
}

/** Exceeds the width of most screens and is still fast to drag. */
const MOST_PX = 2048

/** Returns a canvas, because MapLibre cannot fetch an image that exists only on this device. */
const pictureOf = async (src: string): Promise<HTMLCanvasElement> => {
  const image = new Image()
  image.src = src
  await image.decode()
  const scale = Math.min(1, MOST_PX / Math.max(image.naturalWidth, image.naturalHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale))
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale))
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas
}

const ignore = () => {}
