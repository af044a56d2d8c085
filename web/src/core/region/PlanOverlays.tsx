import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useState } from 'react'
import { type LocalMap, planCorners } from '#contract'
import { addOverlay } from '../../map/overlay.ts'
import { useMap } from '../../map/useMap.ts'
import { useHiddenPlans } from './hidden-plans.ts'

/** A plan that would be smaller on the screen is not loaded. */
const LEAST_PX = 40

/**
 * Darkens plans in the dark theme, because most are on white paper, on which the map's light names would be unreadable.
 */
const DARK_BRIGHTNESS = 0.45

/** Shows the plans of a service on the map, each from the zoom at which it is large enough. */
export const PlanOverlays = ({ localMaps, except }: { localMaps: readonly LocalMap[]; except: string | undefined }) => {
  const { isHidden } = useHiddenPlans()
  return localMaps
    .filter(({ _id, image }) => image && !isHidden(_id) && _id !== except)
    .map((localMap) => <PlanOverlay key={`${localMap._id} ${localMap.image}`} localMap={localMap} />)
}

const PlanOverlay = ({ localMap }: { localMap: LocalMap }) => {
  const { map } = useMap()
  const isNear = useIsNear(localMap)
  const { _id, image, opacity, position } = localMap
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const brightness = theme === 'dark' ? DARK_BRIGHTNESS : 1
  const place = JSON.stringify(position)
  useEffect(() => {
    if (!isNear || !image) return
    const id = `plan-${_id}`
    const url = new URL(image, location.href).href
    const coordinates = planCorners(JSON.parse(place))
    // On the `ground` level, below the events.
    return addOverlay(map, {
      level: 'ground',
      sources: { [id]: { type: 'image', url, coordinates } },
      layers: [
        { id, type: 'raster', source: id, paint: { 'raster-opacity': opacity, 'raster-brightness-max': brightness } },
      ],
    })
  }, [map, isNear, _id, image, opacity, brightness, place])
  return null
}

const useIsNear = ({ position }: LocalMap): boolean => {
  const { map } = useMap()
  const [isNear, setIsNear] = useState(false)
  const place = JSON.stringify(position)
  useEffect(() => {
    const measure = () => {
      const points = planCorners(JSON.parse(place)).map((corner) => map.project(corner))
      const xs = points.map(({ x }) => x)
      const ys = points.map(({ y }) => y)
      const { clientWidth, clientHeight } = map.getCanvas()
      const isInView =
        Math.max(...xs) > 0 && Math.min(...xs) < clientWidth && Math.max(...ys) > 0 && Math.min(...ys) < clientHeight
      setIsNear(isInView && Math.max(...xs) - Math.min(...xs) > LEAST_PX)
    }
    measure()
    const moved = map.on('moveend', measure)
    return () => moved.unsubscribe()
  }, [map, place])
  return isNear
}
