import { useEffect, useEffectEvent } from 'react'
import { nameOf } from '../../i18n/names.ts'
import { placeMark } from '../../map/mark.ts'
import { useMap } from '../../map/useMap.ts'
import { GROUP_ZOOM, useGroup } from './group-data.ts'

export const GroupMark = ({ id }: { id: string }) => {
  const { map, easeTo } = useMap()
  const { data: group } = useGroup(id)
  const [lng, lat] = group?.position ?? []
  const name = group ? nameOf(group) : ''
  useEffect(() => {
    if (lng !== undefined && lat !== undefined) return placeMark(map, [lng, lat], name)
  }, [map, lng, lat, name])

  // Moves the map once, when the place is loaded; later changes never move it.
  const isPlaced = lng !== undefined
  const show = useEffectEvent(() => group?.position && easeTo(group.position, GROUP_ZOOM))
  useEffect(() => {
    if (!isPlaced) return
    // In the next frame, so that the opening drawer is taken into account.
    const frame = requestAnimationFrame(() => show())
    return () => cancelAnimationFrame(frame)
  }, [isPlaced])
  return null
}
