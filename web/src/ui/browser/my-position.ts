import { useState } from 'react'
import type { LngLat } from '#contract'

const TIMEOUT_MS = 10_000

export const useMyPosition = (onPosition: (at: LngLat) => void) => {
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle')
  const ask = () => {
    if (!('geolocation' in navigator)) return setState('failed')
    setState('asking')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState('idle')
        onPosition([coords.longitude, coords.latitude])
      },
      () => setState('failed'),
      { enableHighAccuracy: true, timeout: TIMEOUT_MS },
    )
  }
  return { ask, isAsking: state === 'asking', hasFailed: state === 'failed' }
}
