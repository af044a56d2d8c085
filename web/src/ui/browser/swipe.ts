/** Movements below this length are taps. */
const SWIPE_PX = 40

export type Swipe = 'up' | 'down' | 'start' | 'end' | null

/** The direction of a swipe; start and end follow the writing direction. */
export const swipeOf = (dx: number, dy: number, isRtl: boolean): Swipe => {
  if (Math.max(Math.abs(dx), Math.abs(dy)) < SWIPE_PX) return null
  if (Math.abs(dy) >= Math.abs(dx)) return dy < 0 ? 'up' : 'down'
  return dx < 0 === isRtl ? 'end' : 'start'
}
