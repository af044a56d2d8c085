/** The slide panel's three heights. */
export const heights = ['low', 'half', 'full'] as const
export type Height = (typeof heights)[number]

/** Shorter moves are taps. */
const SWIPE_PX = 40

export const taller = (height: Height): Height => heights[heights.indexOf(height) + 1] ?? 'full'
export const lower = (height: Height): Height => heights[heights.indexOf(height) - 1] ?? 'low'

export type Swipe = 'up' | 'down' | 'start' | 'end' | null

/** The direction of a swipe; start and end follow the writing direction. */
export const swipeOf = (dx: number, dy: number, isRtl: boolean): Swipe => {
  if (Math.max(Math.abs(dx), Math.abs(dy)) < SWIPE_PX) return null
  if (Math.abs(dy) >= Math.abs(dx)) return dy < 0 ? 'up' : 'down'
  return dx < 0 === isRtl ? 'end' : 'start'
}

/** How much of the map the panel covers at its lowest height. */
export const PHONE_PEEK_PX = 72
