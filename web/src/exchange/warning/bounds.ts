import type { Warning } from '#contract'
import { type Bounds, boundsAround } from '../../map/reveal.ts'

/** Bounds of a warning's areas or, without areas, of its place. */
export const boundsOf = ({ geometry, place }: Warning): Bounds | undefined =>
  boundsAround(geometry?.coordinates.flat(2) ?? (place ? [place] : []))
