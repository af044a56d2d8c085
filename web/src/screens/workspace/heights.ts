export const heights = ['low', 'half', 'full'] as const
export type Height = (typeof heights)[number]

export const taller = (height: Height): Height => heights[heights.indexOf(height) + 1] ?? 'full'
export const lower = (height: Height): Height => heights[heights.indexOf(height) - 1] ?? 'low'

/** How much of the map the panel covers at its lowest height. */
export const PHONE_PEEK_PX = 72
