import type { Map as MapLibre } from 'maplibre-gl'

/** Pixels for the map; `ratio` is how many of them make one of the page's. */
export interface Picture {
  pixels: ImageData
  ratio: number
  /** For pictures that grow with a text: what is stretched, and where the text stands, in pixels of the page. */
  stretch?: { x: [number, number]; y: [number, number]; content: [number, number, number, number] }
}
type Draw = (name: string) => Picture

const drawers = new WeakMap<MapLibre, Map<string, Draw>>()

export interface Images {
  /** Draws again what is on the map: in other colours, or with a symbol that has come in the meantime. */
  redraw: () => void
  stop: () => void
}

/** Images whose names begin with the prefix are drawn when a layer first asks for them. Redrawn, they keep their size. */
export function provideImages(map: MapLibre, prefix: string, draw: Draw): Images {
  const all = drawers.get(map) ?? new Map<string, Draw>()
  drawers.set(map, all.set(prefix, draw))
  map.setMissingStyleImageResolver(async (id) => {
    const found = [...all].find(([start]) => id.startsWith(start))
    if (!found || map.hasImage(id)) return
    const { pixels, ratio, stretch } = found[1](id.slice(found[0].length))
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

/** A square picture; the canvas is scaled so that the page's pixels can be drawn in. */
export function paint(size: number, draw: (canvas: CanvasRenderingContext2D) => void): Picture {
  // Sharp on every screen, and no more than that: a hundred of them are kept.
  const ratio = Math.min(3, Math.max(2, Math.ceil(devicePixelRatio)))
  const element = document.createElement('canvas')
  element.width = size * ratio
  element.height = size * ratio
  const canvas = element.getContext('2d', { willReadFrequently: true })
  if (!canvas) throw new Error('this browser draws no canvas')
  canvas.scale(ratio, ratio)
  draw(canvas)
  return { pixels: canvas.getImageData(0, 0, element.width, element.height), ratio }
}
