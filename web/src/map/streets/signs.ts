import type { ExpressionSpecification, Map as MapLibre } from 'maplibre-gl'
import { paint, provideImages } from '../images.ts'
import { type MapTheme, palettes } from '../palette.ts'

export const signPrefix = 'sign:'

/** SVG paths in a 24 × 24 box, drawn for this map. */
const shapes = {
  hospital: 'M10 5h4v5h5v4h-5v5h-4v-5H5v-4h5z',
  shelter: 'M12 4l9 8h-3v8h-4.5v-5h-3v5H6v-8H3z',
  fire: 'M12.4 3c.6 3.6 5.1 5.6 5.1 10.5a5.5 5.5 0 0 1-11 0c0-2.3 1.2-3.7 2.3-4.7 0 1.9.7 3 1.7 3.2C11.3 9.5 10.6 6 12.4 3z',
  police: 'M12 3l7 2.5v5c0 5-3 8.5-7 10.5-4-2-7-5.5-7-10.5v-5z',
  school: 'M12 5L2 9.8l10 4.8 10-4.8zM6 13.4V17c2.2 2.6 9.8 2.6 12 0v-3.6l-6 2.9z',
  fuel: 'M5 4h9v7h1.4a2 2 0 0 1 2 2v3.6a.9.9 0 0 0 1.8 0V9.7l-2.6-2.6L17.7 6 21 9.2v7.4a2.7 2.7 0 0 1-5.4 0V13H14v7H5zM7 6v4h5V6z',
  water: 'M12 3c3.2 4.3 6 7.3 6 11a6 6 0 0 1-12 0c0-3.7 2.8-6.7 6-11z',
  transit:
    'M7.5 3.5h9a2.5 2.5 0 0 1 2.5 2.5v8.5a2.5 2.5 0 0 1-2 2.45L19 20h-2.4l-1.7-3H9.1l-1.7 3H5l2-3.05a2.5 2.5 0 0 1-2-2.45V6a2.5 2.5 0 0 1 2.5-2.5zM7.5 6.5v4h9v-4zM8 12.7v1.7h1.7v-1.7zM14.3 12.7v1.7H16v-1.7z',
} as const
type Sign = keyof typeof shapes

const isSign = (name: string): name is Sign => name in shapes

/** The archive's kinds of points that get an icon. All other kinds are omitted to keep the map calm. */
const kinds: Record<Sign, string[]> = {
  hospital: ['hospital', 'clinic'],
  shelter: ['shelter', 'assembly_point', 'bunker'],
  fire: ['fire_station'],
  police: ['police'],
  school: ['school', 'kindergarten', 'college', 'university'],
  fuel: ['fuel'],
  water: ['drinking_water', 'water_point', 'water_well'],
  transit: ['station', 'halt', 'bus_station', 'ferry_terminal'],
}

/** Icons of places that matter in emergencies are darker. */
const emergency: ReadonlySet<string> = new Set<Sign>(['hospital', 'shelter', 'fire', 'police'])

/** Expression for the icon of a point; an empty text if its kind has none. */
export const signOf = [
  'match',
  ['get', 'kind'],
  ...Object.entries(kinds).flatMap(([sign, of]) => [of, sign]),
  '',
] as unknown as ExpressionSpecification

const SIZE = 18

const drawSign = (theme: MapTheme) => (name: string) =>
  paint(SIZE, (canvas) => {
    const { sign, signEmergency, signFace } = palettes[theme].streets
    canvas.fillStyle = palettes[theme].labelHalo
    canvas.beginPath()
    canvas.roundRect(0, 0, SIZE, SIZE, 5)
    canvas.fill()
    canvas.fillStyle = emergency.has(name) ? signEmergency : sign
    canvas.beginPath()
    canvas.roundRect(1, 1, SIZE - 2, SIZE - 2, 4)
    canvas.fill()
    if (!isSign(name)) return
    canvas.translate(3, 3)
    canvas.scale((SIZE - 6) / 24, (SIZE - 6) / 24)
    canvas.fillStyle = signFace
    canvas.fill(new Path2D(shapes[name]), 'evenodd')
  })

/** Draws the icons on demand; the returned function redraws them in another theme. */
export function provideSigns(map: MapLibre, theme: MapTheme): (theme: MapTheme) => void {
  let shown = theme
  const images = provideImages(map, signPrefix, (name) => drawSign(shown)(name))
  return (next) => {
    shown = next
    images.redraw()
  }
}
