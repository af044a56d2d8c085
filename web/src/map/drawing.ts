import type { Map as MapLibre } from 'maplibre-gl'
import {
  type GeoJSONStoreFeatures,
  TerraDraw,
  TerraDrawPolygonMode,
  TerraDrawRenderMode,
  TerraDrawSelectMode,
} from 'terra-draw'
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter'
import type { LngLat } from './view.ts'

export type DrawingOptions = {
  ring: LngLat[] | undefined
  others: LngLat[][]
  /** Called after every step with the corners set so far. `isDone` is true once the outline is closed. */
  onChange: (ring: LngLat[], isDone: boolean) => void
}

export type Drawing = { undoCorner: () => void; startOver: () => void; stop: () => void }

const ownColour = '#1971c2'
const neighbourColour = '#868e96'
const white = '#ffffff'
/** terra-draw's property with the number of corners set while an outline is being drawn. */
const COMMITTED = 'committedCoordinateCount'
const snapping = {
  filter: ({ properties }: { properties: unknown }) => isOther(properties),
  toLine: true,
  toCoordinate: true,
}
const isOther = (properties: unknown) => (properties as { mode?: unknown } | null)?.mode === 'others'

/** Draws one outline corner by corner; a finished outline is edited by dragging corners and midpoints. */
export function startDrawing(map: MapLibre, { ring, others, onChange }: DrawingOptions): Drawing {
  const corners = new TerraDrawPolygonMode({
    snapping: { toCoordinate: true, toFeature: snapping },
    pointerDistance: 20,
    styles: {
      fillColor: ownColour,
      fillOpacity: 0.15,
      outlineColor: ownColour,
      outlineWidth: 3,
      closingPointColor: ownColour,
      closingPointOutlineColor: white,
      closingPointWidth: 7,
    },
  })
  const draw = new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: 7 }),
    modes: [
      corners,
      new TerraDrawSelectMode({
        allowManualDeselection: false,
        flags: {
          polygon: {
            feature: {
              draggable: false,
              coordinates: {
                draggable: true,
                deletable: true,
                midpoints: { draggable: true },
                snappable: { toFeature: snapping },
              },
            },
          },
        },
        styles: {
          selectedPolygonColor: ownColour,
          selectedPolygonFillOpacity: 0.15,
          selectedPolygonOutlineColor: ownColour,
          selectedPolygonOutlineWidth: 3,
          selectionPointColor: white,
          selectionPointOutlineColor: ownColour,
          selectionPointWidth: 7,
          selectionPointOutlineWidth: 3,
          midPointColor: ownColour,
          midPointOutlineColor: white,
          midPointWidth: 5,
        },
      }),
      new TerraDrawRenderMode({
        modeName: 'others',
        styles: {
          polygonFillColor: neighbourColour,
          polygonFillOpacity: 0.08,
          polygonOutlineColor: neighbourColour,
          polygonOutlineWidth: 1.5,
        },
      }),
    ],
  })
  const mine = () =>
    draw.getSnapshot().find(({ geometry, properties }) => geometry.type === 'Polygon' && properties.mode === 'polygon')
  const notify = (isDone: boolean) => {
    const feature = mine()
    if (feature?.geometry.type !== 'Polygon') return
    const ring = feature.geometry.coordinates[0] as LngLat[]
    // While drawing, the ring also contains the pointer's position, which is cut off here.
    onChange(isDone ? ring : ring.slice(0, Number(feature.properties[COMMITTED] ?? 0)), isDone)
  }
  const edit = () => {
    const feature = mine()
    if (feature?.id !== undefined) draw.selectFeature(feature.id)
  }

  draw.start()
  draw.addFeatures(others.map((outline) => polygon(outline, 'others')))
  if (ring) {
    draw.addFeatures([polygon(ring, 'polygon')])
    edit()
  } else draw.setMode('polygon')

  draw.on('change', (_ids, type) => {
    if (type === 'update' || type === 'create') notify(draw.getMode() === 'select')
  })
  draw.on('finish', () => {
    // Deferred, because terra-draw cannot change its mode inside `finish`.
    queueMicrotask(() => {
      if (!draw.enabled) return
      edit()
      notify(true)
    })
  })
  return {
    undoCorner: () => {
      corners.undo()
      if (mine()) notify(false)
      else onChange([], false)
    },
    startOver: () => {
      const feature = mine()
      draw.setMode('polygon')
      if (feature?.id !== undefined && draw.hasFeature(feature.id)) draw.removeFeatures([feature.id])
    },
    stop: () => draw.stop(),
  }
}

const polygon = (ring: LngLat[], mode: string): GeoJSONStoreFeatures => ({
  type: 'Feature',
  properties: { mode },
  geometry: {
    type: 'Polygon',
    coordinates: [ring.map(([lng, lat]) => [Number(lng.toFixed(7)), Number(lat.toFixed(7))])],
  },
})
