import type { SensorSeverity } from '#contract'
import { type Picture, paint } from '../../../map/images.ts'
import { severityColours } from '../look.ts'

export const PREFIX = 'sensor:'

type Theme = 'light' | 'dark'
type Kind = 'area' | 'sensor'

export const imageOf = (kind: Kind, severity: SensorSeverity, isSelected: boolean) =>
  `${PREFIX}${kind}.${severity}${isSelected ? '.selected' : ''}`

const grounds: Record<Theme, { surface: string; ink: string; ring: string }> = {
  light: { surface: '#ffffff', ink: '#ffffff', ring: '#1f5fbf' },
  dark: { surface: '#17191f', ink: '#101217', ring: '#e4e7ec' },
}

const regular = (corners: number, middle: number, radius: number, turn = 0): [number, number][] =>
  Array.from({ length: corners }, (_, corner) => {
    const angle = turn - Math.PI / 2 + (corner * 2 * Math.PI) / corners
    return [middle + radius * Math.cos(angle), middle + radius * Math.sin(angle)]
  })

/**
 * Corners of a shape that shows the severity without colour: a triangle for an alarm, a diamond for an error, a disc
 * for OK. Areas are hexagons.
 */
const shapeOf = (kind: Kind, severity: SensorSeverity, middle: number, radius: number): [number, number][] => {
  if (kind === 'area') return regular(6, middle, radius * 1.15)
  if (severity === 'alert') return regular(3, middle + radius * 0.15, radius * 1.35)
  return severity === 'error' ? regular(4, middle, radius * 1.2) : regular(40, middle, radius)
}

const trace = (canvas: CanvasRenderingContext2D, corners: readonly [number, number][]) => {
  canvas.beginPath()
  for (const [x, y] of corners) canvas.lineTo(x, y)
  canvas.closePath()
}

const drawSign = (canvas: CanvasRenderingContext2D, severity: SensorSeverity, middle: number, size: number) => {
  canvas.lineWidth = size / 3.2
  canvas.lineCap = 'round'
  canvas.lineJoin = 'round'
  canvas.beginPath()
  if (severity === 'ok') {
    canvas.moveTo(middle - size * 0.6, middle)
    canvas.lineTo(middle - size * 0.1, middle + size * 0.5)
    canvas.lineTo(middle + size * 0.65, middle - size * 0.5)
  } else {
    canvas.moveTo(middle, middle - size * 0.7)
    canvas.lineTo(middle, middle + size * 0.15)
    canvas.moveTo(middle, middle + size * 0.7)
    canvas.lineTo(middle, middle + size * 0.7)
  }
  canvas.stroke()
}

export const drawMark = (name: string, theme: Theme): Picture => {
  const [kind = 'sensor', severity = 'ok', selected] = name.split('.') as [Kind, SensorSeverity, string?]
  const isSelected = selected !== undefined
  const radius = (kind === 'area' ? 13 : 10) * (isSelected ? 1.35 : 1)
  const size = Math.ceil(radius * 2 * 1.5 + (isSelected ? 14 : 8))
  const middle = size / 2
  const { surface, ink, ring } = grounds[theme]
  return paint(size, (canvas) => {
    const corners = shapeOf(kind, severity, middle, radius)
    canvas.lineJoin = 'round'
    if (isSelected) {
      trace(canvas, shapeOf(kind, severity, middle, radius + 4))
      canvas.fillStyle = ring
      canvas.strokeStyle = ring
      canvas.lineWidth = 4
      canvas.fill()
      canvas.stroke()
    }
    trace(canvas, corners)
    canvas.fillStyle = severityColours[theme][severity]
    canvas.strokeStyle = surface
    canvas.lineWidth = 3
    canvas.stroke()
    canvas.fill()
    canvas.strokeStyle = ink
    drawSign(canvas, severity, middle + (kind === 'sensor' && severity === 'alert' ? radius * 0.12 : 0), radius * 0.55)
  })
}
