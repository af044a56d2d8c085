import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Box } from '#contract'
import type { BasemapConfig } from './basemap.ts'
import classes from './FrameMap.module.css'
import { boxInside } from './frame-box.ts'
import { SmallMap } from './SmallMap.tsx'
import { useOpenMap } from './shownMap.ts'
import { useMap } from './useMap.ts'
import { recallView, type View } from './view.ts'

/** Margin between the frame and the edge of the map, as in FrameMap.module.css. */
const FRAME_PX = 28
const world: View = { center: [10, 25], zoom: 2 }

type Props = {
  label: string
  basemap: BasemapConfig
  start?: Box | null
  onBox: (box: Box) => void
}

/** Opens at the view of the page's map. If there is no such map, opens at the stored view. */
export const FrameMap = ({ label, basemap, start, onBox }: Props) => {
  const open = useOpenMap()?.map
  const [initialView] = useState(() => (open ? currentView(open) : recallView(world)))
  return (
    <section className={classes.map} aria-label={label}>
      <SmallMap basemap={basemap} initialView={initialView}>
        <Frame start={start ?? null} onBox={onBox} />
      </SmallMap>
    </section>
  )
}

const currentView = (map: Pick<MapLibre, 'getCenter' | 'getZoom'>): View => {
  const { lng, lat } = map.getCenter()
  return { center: [lng, lat], zoom: map.getZoom() }
}

const Frame = ({ start, onBox }: { start: Box | null; onBox: Props['onBox'] }) => {
  const { map } = useMap()
  const showStart = useEffectEvent(() => {
    if (start) map.fitBounds(start, { padding: FRAME_PX, duration: 0 })
  })
  useEffect(() => {
    const report = () => {
      onBox(boxInside(map, FRAME_PX))
    }
    showStart()
    report()
    map.on('moveend', report)
    return () => {
      map.off('moveend', report)
    }
  }, [map, onBox])
  return <div className={classes.frame} aria-hidden />
}
