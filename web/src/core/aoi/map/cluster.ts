import type { AoiState } from '#contract'
import { type Picture, paint } from '../../../map/images.ts'
import { stateColours } from '../state-look.ts'
import { grounds, type Theme } from './badge.ts'

/** Shares are rounded to this many parts of the ring, to limit the number of different images. */
export const RING_PARTS = 24

export type Shares = Record<AoiState, number>
/** Number of ring parts of an event type. An empty `typeId` stands for all other types and for events without one. */
export type TypeShare = { typeId: string; parts: number }

const inTurn: readonly AoiState[] = ['new', 'inProgress', 'done']
/** Widths in pixels, thinner from new to done, so that states are readable without colour. */
const widths: Record<AoiState, number> = { new: 6.5, inProgress: 4.5, done: 2.5 }
export const TYPE_RING_PX = 5.5
const MARGIN = 3
const GAP = 0.07
const CIRCLE = 2 * Math.PI
const TOP = -CIRCLE / 4

type Arc = { parts: number; colour: string; width: number }

export const stateArcs = (shares: Shares, theme: Theme): Arc[] =>
  inTurn
    .filter((state) => shares[state] > 0)
    .map((state) => ({ parts: shares[state], colour: stateColours[theme][state], width: widths[state] }))

export const arcsOf = <One extends { parts: number }>(arcs: readonly One[]): (One & { from: number; to: number })[] => {
  const whole = arcs.reduce((sum, { parts }) => sum + parts, 0)
  let from = 0
  return arcs.map((one) => {
    const arc = { ...one, from, to: from + one.parts / whole }
    from = arc.to
    return arc
  })
}

/** Draws a disc for the count with a ring that shows the shares of the states or types. */
export const drawCluster = (diameter: number, shares: readonly Arc[], theme: Theme): Picture =>
  paint(diameter + 2 * MARGIN, (canvas) => {
    const middle = diameter / 2 + MARGIN
    canvas.fillStyle = grounds[theme].surface
    canvas.shadowColor = 'rgb(0 0 0 / 35%)'
    canvas.shadowBlur = 4
    canvas.shadowOffsetY = 1
    canvas.beginPath()
    canvas.arc(middle, middle, diameter / 2, 0, CIRCLE)
    canvas.fill()
    canvas.shadowColor = 'transparent'
    const arcs = arcsOf(shares)
    const gap = arcs.length > 1 ? GAP : 0
    for (const { colour, width, from, to } of arcs) {
      canvas.strokeStyle = colour
      canvas.lineWidth = width
      canvas.beginPath()
      canvas.arc(middle, middle, diameter / 2 - 1.5 - width / 2, TOP + from * CIRCLE + gap, TOP + to * CIRCLE - gap)
      canvas.stroke()
    }
  })
