import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { CoverStroke } from '#contract'

type Point = [number, number]

export const SMALLEST = 0.01
export const LARGEST = 0.2
const SIZE_STEP = 0.01
const FIRST_SIZE = 0.05
const MOST_POINTS = 400

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high)

const directions: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * Strokes drawn over an element, in fractions of its size. Keys: arrows move the brush (with Shift in small steps),
 * space and Enter cover, + and − resize, Backspace undoes.
 */
export const useBrush = () => {
  const [strokes, setStrokes] = useState<CoverStroke[]>([])
  const [radius, setRadius] = useState(FIRST_SIZE)
  const [brush, setBrush] = useState<Point>()
  const isDrawing = useRef(false)

  const resize = (size: number) => setRadius(clamp(Math.round(size * 100) / 100, SMALLEST, LARGEST))
  const undo = () => setStrokes((now) => now.slice(0, -1))
  const begin = (point: Point) => setStrokes((now) => [...now, { radius, points: [point] }])
  const extend = (point: Point) =>
    setStrokes((now) => {
      const last = now.at(-1)
      if (!last) return now
      const [x, y] = last.points.at(-1) ?? point
      // Skips points too close to the previous one to be visible.
      if (Math.hypot(point[0] - x, point[1] - y) < last.radius / 8) return now
      if (last.points.length >= MOST_POINTS) return [...now, { radius: last.radius, points: [[x, y], point] }]
      return [...now.slice(0, -1), { ...last, points: [...last.points, point] }]
    })

  const pointOf = ({ clientX, clientY, currentTarget }: PointerEvent): Point => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    return [clamp((clientX - left) / width, 0, 1), clamp((clientY - top) / height, 0, 1)]
  }
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || !event.isPrimary) return
      // Captures the pointer, so that the stroke continues outside the picture.
      event.currentTarget.setPointerCapture?.(event.pointerId)
      isDrawing.current = true
      begin(pointOf(event))
    },
    onPointerMove: (event: PointerEvent) => {
      if (!event.isPrimary) return
      if (event.pointerType === 'mouse') setBrush(pointOf(event))
      if (isDrawing.current) extend(pointOf(event))
    },
    onPointerUp: () => {
      isDrawing.current = false
    },
    onPointerCancel: () => {
      isDrawing.current = false
    },
    onPointerLeave: () => setBrush(undefined),
    onBlur: () => setBrush(undefined),
    onKeyDown: (event: KeyboardEvent) => {
      const { key, shiftKey } = event
      const direction = directions[key]
      const at: Point = brush ?? [0.5, 0.5]
      const step = radius * (shiftKey ? 0.2 : 1)
      const keys: Record<string, () => void> = {
        ' ': () => begin(at),
        Enter: () => begin(at),
        '+': () => resize(radius + SIZE_STEP),
        '=': () => resize(radius + SIZE_STEP),
        '-': () => resize(radius - SIZE_STEP),
        Backspace: undo,
      }
      const act = direction
        ? () => setBrush([clamp(at[0] + direction[0] * step, 0, 1), clamp(at[1] + direction[1] * step, 0, 1)])
        : keys[key]
      if (!act) return
      event.preventDefault()
      if (!brush && !direction) setBrush(at)
      act()
    },
  }
  return { strokes, radius, resize, brush, undo, handlers }
}
