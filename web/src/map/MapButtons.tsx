import type { Icon } from '@tabler/icons-react'
import { type ReactNode, useEffect, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { useMap } from './useMap.ts'

type Props = { icon: Icon; label: string; isPressed?: boolean; onPress: () => void }

export const MapButton = ({ icon: Shape, label, isPressed, onPress }: Props) => (
  <button
    type="button"
    className="map-button"
    aria-label={label}
    title={label}
    aria-pressed={isPressed}
    onClick={onPress}
  >
    <Shape size={20} stroke={1.75} aria-hidden />
  </button>
)

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
