import type { WarningSeverity } from '#contract'

type Theme = 'light' | 'dark'
type Colours = Record<WarningSeverity, string>

/**
 * Colours of lines and labels on the map. Severity.module.css repeats them, because a canvas cannot read CSS variables.
 */
export const lineColours: Record<Theme, Colours> = {
  light: { extreme: '#b3123a', severe: '#c23a00', moderate: '#856200', minor: '#1864ab', unknown: '#596170' },
  dark: { extreme: '#ff8fa8', severe: '#ffa366', moderate: '#f5d04c', minor: '#7cc0f8', unknown: '#a3abb9' },
}

export const fillColours: Record<Theme, Colours> = {
  light: { extreme: '#e0194a', severe: '#fd7014', moderate: '#fcc419', minor: '#4dabf7', unknown: '#868e96' },
  dark: { extreme: '#ff5c7f', severe: '#ff8c42', moderate: '#f5c518', minor: '#4dabf7', unknown: '#adb5bd' },
}

/** Higher is worse. Repeats the order of the contract's list, whose import would load zod. */
export const ranks: Record<WarningSeverity, number> = { extreme: 4, severe: 3, moderate: 2, minor: 1, unknown: 0 }
