import type { Box } from '#contract'

export const streetsKeys = {
  all: ['streets', 'all'],
  estimate: (box: Box | undefined) => ['streets', 'estimate', box],
  savedMap: ['saved-map'],
} as const
