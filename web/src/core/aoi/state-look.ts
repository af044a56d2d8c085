import type { AoiState } from '#contract'

/** SVG paths (24 by 24) of a sign for each state, so that states differ not only by colour. */
const ring = 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0'
export const stateSigns: Record<AoiState, { line: string; fill: string }> = {
  new: { line: ring, fill: 'M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0' },
  inProgress: { line: ring, fill: 'M12 3a9 9 0 0 0 0 18z' },
  done: { line: `${ring}M8 12l3 3l5 -6`, fill: '' },
}

/** Repeats colours of ui.css, because a canvas cannot read CSS variables while the theme changes. */
export const stateColours: Record<'light' | 'dark', Record<AoiState, string>> = {
  light: { new: '#1864ab', inProgress: '#a35200', done: '#596170' },
  dark: { new: '#74b3f0', inProgress: '#f0b060', done: '#a3abb9' },
}
