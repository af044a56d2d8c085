import { type ReactNode, useEffect, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { useMap } from './useMap.ts'

export const MapButtons = ({ children }: { children: ReactNode }) => {
  const { map } = useMap()
  const group = useMemo(() => {
    const element = document.createElement('div')
    element.className = 'maplibregl-ctrl maplibregl-ctrl-group'
    return element
  }, [])
  useEffect(() => {
    const control = { onAdd: () => group, onRemove: () => group.remove() }
    map.addControl(control, 'bottom-right')
    return () => void map.removeControl(control)
  }, [map, group])
  return createPortal(children, group)
}
