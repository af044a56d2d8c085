import type { Map as MapLibre } from 'maplibre-gl'

export interface Picture {
  pixels: ImageData
  ratio: number
  /** For images that stretch around a text: the stretchable ranges and the text box, in CSS pixels. */
  stretch?: { x: [number, number]; y: [number, number]; content: [number, number, number, number] }
}
type Draw = (name: string) => Picture

const drawers = new WeakMap<MapLibre, Map<string, Draw>>()

export interface Images {
  /** Redraws all images after a change of colours, or when more symbols are loaded. */
  redraw: () => void
  stop: () => void
}

/** Draws an image whose name starts with the prefix when a layer first needs it. A redrawn image has the same size. */
export function provideImages(map: MapLibre, prefix: string, draw: Draw): Images {
  const all = drawers.get(map) ?? new Map<string, Draw>()
  drawers.set(map, all.set(prefix, draw))
  map.setMissingStyleImageResolver(async (id) => {
    const drawer = [...all].find(([start]) => id.startsWith(start))
    if (!drawer || map.hasImage(id)) return
    const { pixels, ratio, stretch } = drawer[1](id.slice(drawer[0].length))
    const scaled = <Ends extends number[]>(ends: Ends) => ends.map((end) => end * ratio) as Ends
    map.addImage(id, pixels, {
      pixelRatio: ratio,
      ...(stretch && {
        stretchX: [scaled(stretch.x)],
        stretchY: [scaled(stretch.y)],
        content: scaled(stretch.content),
      }),
    })
  })
  const mine = () => map.listImages().filter((id) => id.startsWith(prefix))
  return {
    redraw: () => {
      for (const id of mine()) map.updateImage(id, draw(id.slice(prefix.length)).pixels)
    },
    stop: () => {
      all.delete(prefix)
      for (const id of mine()) map.removeImage(id)
    },
  }
}

export function paint(size: number, draw: (canvas: CanvasRenderingContext2D) => void): Picture {
  // At most 3, because about a hundred images are kept in memory.
  const ratio = Math.min(3, Math.max(2, Math.ceil(devicePixelRatio)))
  const element = document.createElement('canvas')
  element.width = size * ratio
  element.height = size * ratio
  const canvas = element.getContext('2d', { willReadFrequently: true })
  if (!canvas) throw new Error('this browser cannot draw on a canvas')
  canvas.scale(ratio, ratio)
  draw(canvas)
  return { pixels: canvas.getImageData(0, 0, element.width, element.height), ratio }
}
