import { lazy, Suspense, useState } from 'react'
import { withTexts } from '../i18n/i18n.ts'
import type { AoiQuery } from './data.ts'
import type { MarkersMode, Theme } from './map/badge.ts'
import { Overlay } from './map/Overlay.tsx'
import { SelectedMarker } from './map/SelectedMarker.tsx'
import type { Spot } from './map/spot.ts'
import { useLiveTiles } from './map/use-live-tiles.ts'
import { usePointer } from './map/use-pointer.ts'

const SpotList = lazy(
  withTexts(['activities'], () => import('./map/SpotList.tsx').then((file) => ({ default: file.SpotList }))),
)

type Props = {
  query: AoiQuery
  mode: MarkersMode
  theme: Theme
  serviceIds: readonly string[]
  /** Nonce of the AOI whose details are open. */
  selected: string | undefined
  /** Absent while the map is used for something else, such as placing a pin. */
  onSelect?: (nonce: string) => void
}

/** The AOIs of the list on the map, as badges and clusters. */
export const AoiLayer = ({ onSelect, ...shown }: Props) => {
  const { query, serviceIds, selected } = shown
  const [spot, setSpot] = useState<Spot>()
  useLiveTiles()
  usePointer({ onSelect, onSpot: setSpot })
  return (
    <>
      {/* First, because SelectedMarker uses its source: effects run in this order. */}
      <Overlay {...shown} />
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
