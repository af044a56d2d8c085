import { useMemo } from 'react'
import { useFeatures } from '../../../map/useFeatures.ts'
import type { MarkersMode, Theme } from './badge.ts'
import { type FreshPoints, freshFeatures } from './fresh-points.ts'
import { freshLayer, sources } from './layers.ts'

type Props = { fresh: FreshPoints; selected: string | undefined; mode: MarkersMode; theme: Theme }

/** AOIs that are newer than the tiles, drawn above them. The selected one is drawn by a layer of its own. */
export const FreshMarkers = ({ fresh, selected, mode, theme }: Props) => {
  const data = useMemo(() => freshFeatures(fresh, selected), [fresh, selected])
  const layers = useMemo(() => [freshLayer(mode, theme)], [mode, theme])
  useFeatures({ id: sources.fresh, data, layers })
  return null
}
