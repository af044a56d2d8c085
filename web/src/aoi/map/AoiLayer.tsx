import { lazy, Suspense, useState } from 'react'
import { withTexts } from '../../i18n/i18n.ts'
import { AoiTiles, type TilesProps } from './AoiTiles.tsx'
import { SelectedMarker } from './SelectedMarker.tsx'
import type { Spot } from './spot.ts'
import { useLiveTiles } from './use-live-tiles.ts'
import { usePointer } from './use-pointer.ts'

const SpotList = lazy(
  withTexts(['activities'], () => import('./SpotList.tsx').then((file) => ({ default: file.SpotList }))),
)

type Props = TilesProps & {
  /** Absent while the map is used for something else, such as placing a pin. */
  onSelect?: (nonce: string) => void
}

/** The AOIs of the list on the map, as badges and clusters. */
export const AoiLayer = ({ onSelect, ...shown }: Props) => {
  const { query, serviceIds, selected } = shown
  const [spot, setSpot] = useState<Spot>()
  const fresh = useLiveTiles(query)
  usePointer({ onSelect, onSpot: setSpot })
  return (
    <>
      {/* First, because SelectedMarker uses its source: effects run in this order. */}
      <AoiTiles {...shown} fresh={fresh} />
      {selected && <SelectedMarker key={selected} nonce={selected} query={query} />}
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
