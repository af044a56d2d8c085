import { lazy, Suspense, useState } from 'react'
import { withTexts } from '../../../i18n/i18n.ts'
import { AoiTiles, type TilesProps } from './AoiTiles.tsx'
import { SelectedMarker } from './SelectedMarker.tsx'
import type { Spot } from './spot.ts'
import { useLiveTiles } from './use-live-tiles.ts'
import { usePointer } from './use-pointer.ts'

const SpotList = lazy(
  withTexts(['activities'], () => import('./SpotList.tsx').then((file) => ({ default: file.SpotList }))),
)

type Props = TilesProps & {
  onSelect?: (nonce: string) => void
}

export const AoiLayer = ({ onSelect, ...shown }: Props) => {
  const { query, mode, theme, serviceIds, selected } = shown
  const [spot, setSpot] = useState<Spot>()
  useLiveTiles()
  usePointer({ onSelect, onSpot: setSpot })
  return (
    <>
      {/* First, because effects run in this order and the other layers use images that this one adds. */}
      <AoiTiles {...shown} />
      {selected && <SelectedMarker key={selected} nonce={selected} query={query} mode={mode} theme={theme} />}
      {spot && onSelect && (
        <Suspense>
          <SpotList
            key={spot.bbox}
            spot={spot}
            query={query}
            serviceIds={serviceIds}
            selected={selected}
            onSelect={onSelect}
            onClose={() => setSpot(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
