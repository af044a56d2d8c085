import type { Warning } from '#contract'
import { type Bounds, boundsAround } from '../../map/reveal.ts'

/** Around the areas of a warning, or its place. */
export const boundsOf = ({ geometry, place }: Warning): Bounds | undefined =>
  boundsAround(geometry?.coordinates.flat(2) ?? (place ? [place] : []))
