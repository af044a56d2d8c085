import { useEffect, useEffectEvent } from 'react'
import { placeMark } from '../map/mark.ts'
import { useMap } from '../map/useMap.ts'
import { GROUP_ZOOM, useGroup } from './group-data.ts'

/** The place of the group whose card is open. */
export const GroupMark = ({ id }: { id: string }) => {
  const { map, easeTo } = useMap()
  const { data: group } = useGroup(id)
  const [lng, lat] = group?.position ?? []
  const name = group?.name ?? ''
  useEffect(() => {
    if (lng !== undefined && lat !== undefined) return placeMark(map, [lng, lat], name)
  }, [map, lng, lat, name])

  // Once, when it is known where it is: what happens to it later never moves the map.
  const isPlaced = lng !== undefined
  const show = useEffectEvent(() => group?.position && easeTo(group.position, GROUP_ZOOM))
  useEffect(() => {
    if (!isPlaced) return
    // After the drawer has opened: what it covers counts.
    const frame = requestAnimationFrame(() => show())
    return () => cancelAnimationFrame(frame)
  }, [isPlaced])
  return null
}
