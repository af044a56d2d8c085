import { act, render } from '@testing-library/react'
import { LngLat, LngLatBounds, type LngLatLike, type Map as MapLibre, Point } from 'maplibre-gl'
import { beforeEach, vi } from 'vitest'
import { useShownMap } from '../map/shownMap.ts'
import type { OpenMap } from '../map/useMap.ts'
import type { LngLat as Place } from '../map/view.ts'

const PX_PER_DEGREE = 10

/** A stub of MapLibre, which needs WebGL: the functions that pins, corners and markers call. Centred on 0, 0. */
const flatMap = () => {
  const container = document.createElement('div')
  const canvas = document.createElement('canvas')
  const listeners = new Map<string, Set<(event: object) => void>>()
  const of = (type: string) => {
    const known = listeners.get(type) ?? new Set()
    listeners.set(type, known)
    return known
  }
  const map = {
    on: (type: string, listener: (event: object) => void) => {
      of(type).add(listener)
      return { unsubscribe: () => void of(type).delete(listener) }
    },
    off: (type: string, listener: (event: object) => void) => void of(type).delete(listener),
    getCanvas: () => canvas,
    getCanvasContainer: () => container,
    getCenter: () => new LngLat(0, 0),
    getBounds: () => new LngLatBounds([-1, -1, 1, 1]),
    getZoom: () => 9,
    getLayer: () => undefined,
    project: (at: LngLatLike) => {
      const { lng, lat } = LngLat.convert(at)
      return new Point(lng * PX_PER_DEGREE, -lat * PX_PER_DEGREE)
    },
    unproject: ([x, y]: [number, number]) => new LngLat(x / PX_PER_DEGREE, -y / PX_PER_DEGREE),
    addSource() {},
    addLayer() {},
    getSource: () => undefined,
    removeLayer() {},
    removeSource() {},
    // MapLibre's markers use its camera.
    _camera: {
      transform: {
        getCoveringTilesDetailsProvider: () => ({ allowWorldCopies: () => false }),
        isLocationOccluded: () => false,
      },
    },
  }
  const press = ([lng, lat]: Place) => {
    for (const listener of [...of('click')])
      listener({ lngLat: new LngLat(lng, lat), originalEvent: { target: container } })
  }
  return { map: map as unknown as MapLibre, container, press }
}

export const showMap = () => {
  let current = flatMap()
  const easeTo = vi.fn<OpenMap['easeTo']>()
  const Shown = ({ open }: { open: OpenMap }) => {
    useShownMap(open)
    return null
  }
  beforeEach(() => {
    current = flatMap()
    easeTo.mockClear()
    document.body.append(current.container)
    const { map } = current
    render(<Shown open={{ map, easeTo, zoomTo() {}, fitAll() {}, isInSight: () => true }} />)
    return () => current.container.remove()
  })
  return { easeTo, press: (...at: Place) => act(async () => current.press(at)) }
}
