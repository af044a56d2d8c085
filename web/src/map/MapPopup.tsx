import { Popup } from 'maplibre-gl'
import { type ReactNode, useEffect, useEffectEvent, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { useMap } from './useMap.ts'
import type { LngLat } from './view.ts'

export const MapPopup = ({ at, onClose, children }: { at: LngLat; onClose: () => void; children: ReactNode }) => {
  const { map } = useMap()
  const content = useMemo(() => document.createElement('div'), [])
  const [lng, lat] = at
  const closed = useEffectEvent(() => onClose())
  useEffect(() => {
    const popup = new Popup({ className: 'map-popup', closeButton: false, maxWidth: 'none', offset: 24 })
    popup.setLngLat([lng, lat]).setDOMContent(content).addTo(map)
    const subscription = popup.on('close', () => closed())
    const pressed = ({ key }: KeyboardEvent) => key === 'Escape' && closed()
    content.addEventListener('keydown', pressed)
    return () => {
      content.removeEventListener('keydown', pressed)
      subscription.unsubscribe()
      popup.remove()
    }
  }, [map, content, lng, lat])
  return createPortal(children, content)
}
