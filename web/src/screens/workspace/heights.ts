export const heights = ['low', 'half', 'full'] as const
export type Height = (typeof heights)[number]

export const taller = (height: Height): Height => heights[heights.indexOf(height) + 1] ?? 'full'
export const lower = (height: Height): Height => heights[heights.indexOf(height) - 1] ?? 'low'

/** Height of the panel in its lowest position. */
export const PHONE_PEEK_PX = 72
