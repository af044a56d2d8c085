import type { AoiKind, AoiState } from '#contract'
import { type Picture, paint } from '../../../map/images.ts'
import { pathsOf } from '../../../ui/icons/icon-paths.ts'
import { symbolOf } from '../../../ui/icons/symbols.ts'
import { readableUnderDark, readableUnderWhite } from '../../../ui/theme/colour.ts'
import { stateColours, stateSigns } from '../state-look.ts'
import type { TypeLook } from '../type-look.ts'

export type Theme = 'light' | 'dark'
/** `general` colours markers by state, `type` by event type. */
export type MarkersMode = 'general' | 'type'

export const grounds: Record<Theme, { surface: string; ink: string; text: string }> = {
  light: { surface: '#ffffff', ink: '#ffffff', text: '#1c2027' },
  dark: { surface: '#17191f', ink: '#101217', text: '#e4e7ec' },
}

/** Colour of events without a type, or with a type from a service that is not visible. */
const PLAIN = '#596170'
const CIRCLE = 2 * Math.PI
const ICON_BOX = 24

type Badge = {
  kind: AoiKind
  state: AoiState
  look: TypeLook | undefined
  mode: MarkersMode
  theme: Theme
  ring: string | undefined
}

/** Sizes in CSS pixels. The disc is at the centre of its image, which MapLibre puts on the place. */
const sizes = {
  plain: { picture: 46, disc: 15, icon: 18, sign: 8 },
  selected: { picture: 68, disc: 20, icon: 24, sign: 10 },
}

/**
 * Draws a round badge (square for activities) with the type's symbol, and a small sign that shows the state without
 * colour.
 */
export const drawBadge = ({ kind, state, look, mode, theme, ring }: Badge): Picture => {
  const { surface, ink } = grounds[theme]
  const { picture, disc, icon, sign } = sizes[ring ? 'selected' : 'plain']
  const middle = picture / 2
  const colour = mode === 'type' ? typeColour(look, theme) : stateColours[theme][state]
  return paint(picture, (canvas) => {
    const round = (x: number, y: number, radius: number, fill: string) => {
      canvas.fillStyle = fill
      canvas.beginPath()
      canvas.arc(x, y, radius, 0, CIRCLE)
      canvas.fill()
    }
    const shape = (radius: number, fill: string) => {
      if (kind !== 'activity') return round(middle, middle, radius, fill)
      // Makes the square look as large as the disc.
      const half = radius * 0.92
      canvas.fillStyle = fill
      canvas.beginPath()
      canvas.roundRect(middle - half, middle - half, half * 2, half * 2, radius * 0.38)
      canvas.fill()
    }
    if (ring) {
      shape(disc + 8, ring)
      shape(disc + 5, surface)
    }
    canvas.shadowColor = 'rgb(0 0 0 / 35%)'
    canvas.shadowBlur = ring ? 0 : 4
    canvas.shadowOffsetY = ring ? 0 : 1
    shape(disc + 2, surface)
    canvas.shadowColor = 'transparent'
    shape(disc, colour)
    drawPaths(canvas, pathsOf(symbolOf(kind === 'activity' ? 'calendar-event' : look?.symbol)), {
      middle,
      size: icon,
      colour: ink,
      width: 1.9,
    })
    const corner = middle + disc * 0.76
    round(corner, corner, sign, surface)
    drawSign(canvas, state, { x: corner, size: sign * 1.7, colour: stateColours[theme][state] })
  })
}

export const typeColour = (look: TypeLook | undefined, theme: Theme): string => {
  const colour = look?.colour ?? PLAIN
  return theme === 'light' ? readableUnderWhite(colour) : readableUnderDark(colour, grounds.dark.ink)
}

type Strokes = { middle: number; size: number; colour: string; width: number }

const drawPaths = (canvas: CanvasRenderingContext2D, paths: string[], { middle, size, colour, width }: Strokes) => {
  canvas.save()
  canvas.translate(middle - size / 2, middle - size / 2)
  canvas.scale(size / ICON_BOX, size / ICON_BOX)
  canvas.strokeStyle = colour
  canvas.lineWidth = width
  canvas.lineCap = 'round'
  canvas.lineJoin = 'round'
  for (const path of paths) canvas.stroke(new Path2D(path))
  canvas.restore()
}

const drawSign = (
  canvas: CanvasRenderingContext2D,
  state: AoiState,
  { x, size, colour }: { x: number; size: number; colour: string },
) => {
  const { line, fill } = stateSigns[state]
  drawPaths(canvas, [line], { middle: x, size, colour, width: 3 })
  canvas.save()
  canvas.translate(x - size / 2, x - size / 2)
  canvas.scale(size / ICON_BOX, size / ICON_BOX)
  canvas.fillStyle = colour
  canvas.fill(new Path2D(fill))
  canvas.restore()
}
