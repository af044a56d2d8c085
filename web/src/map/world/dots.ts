import type { ExpressionSpecification, Map as MapLibre } from 'maplibre-gl'
import { byZoom } from '../expressions.ts'
import { type Picture, paint, provideImages } from '../images.ts'
import { type MapTheme, palettes } from '../palette.ts'

/**
 * Town dots are images, like the badges of events: a circle layer would add shaders that a phone compiles before it
 * shows the first map.
 */
export const dotPrefix = 'dot:'

/** In CSS pixels from zoom 8 on. */
const sizes = {
  capital: { radius: 3.4, ring: 1.4 },
  town: { radius: 3.2, ring: 0.8 },
} as const

const SIDE = 10

/** Image name of a place: capitals are rings, other places are filled dots. */
export const dotName = ['match', ['get', 'kind'], 'capital', `${dotPrefix}capital`, `${dotPrefix}town`] as unknown as ExpressionSpecification // biome-ignore format: one line

/** Scale of a dot: smaller for smaller places, growing until zoom 8. */
export const dotSize: ExpressionSpecification = byZoom(
  3,
  ['match', ['get', 'kind'], ['capital', 'metropolis'], 0.7, 0.55],
  8,
  ['match', ['get', 'kind'], ['capital', 'metropolis'], 1, 'city', 0.85, 0.7],
)

const drawDot = (name: string, theme: MapTheme): Picture => {
  const { land, label, dot } = palettes[theme]
  const isCapital = name === 'capital'
  const { radius, ring } = isCapital ? sizes.capital : sizes.town
  const disc = (canvas: CanvasRenderingContext2D, size: number, colour: string) => {
    canvas.beginPath()
    canvas.arc(SIDE / 2, SIDE / 2, size, 0, 2 * Math.PI)
    canvas.fillStyle = colour
    canvas.fill()
  }
  return paint(SIDE, (canvas) => {
    disc(canvas, radius + ring, isCapital ? label : land)
    disc(canvas, radius, isCapital ? land : dot)
  })
}

export function provideDots(map: MapLibre, theme: MapTheme): (theme: MapTheme) => void {
  let shown = theme
  const images = provideImages(map, dotPrefix, (name) => drawDot(name, shown))
  return (next) => {
    shown = next
    images.redraw()
  }
}
