import { useMemo, useSyncExternalStore } from 'react'
import type { LngLat } from '#contract'
import { recallView } from '../map/view.ts'
import { useRegions } from '../region/data.ts'
import { useProfile } from '../user/data.ts'
import { firstView, wholeWorld } from './first-view.ts'

/**
 * From where the nearest are counted: where this device is, if it may say so, else the middle of the map. Kept out of
 * the address, so that whoever passes on a link does not pass on where they are.
 */
let origin: LngLat | undefined
const listeners = new Set<() => void>()

const set = (next: LngLat | undefined) => {
  origin = next
  for (const listener of listeners) listener()
}

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const mapCentre = (): LngLat | undefined => {
  const view = recallView(wholeWorld)
  return view === wholeWorld ? undefined : rounded(view.center)
}

/** Ten metres: no two steps make another list. */
const rounded = ([lng, lat]: LngLat): LngLat => [Number(lng.toFixed(4)), Number(lat.toFixed(4))]

const TIMEOUT_MS = 10_000

/** Counts from the middle of the map at once, and from here as soon as the device says where that is. */
export const locate = (onUnknown: () => void): void => {
  set(mapCentre())
  if (!('geolocation' in navigator)) {
    onUnknown()
    return
  }
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => set(rounded([coords.longitude, coords.latitude])),
    onUnknown,
    { enableHighAccuracy: true, timeout: TIMEOUT_MS },
  )
}

/** Whoever comes by a link is not asked where they are: the map they last saw will do, or the one they will see first. */
export const useOrigin = (isWanted: boolean): LngLat | undefined => {
  const known = useSyncExternalStore(listen, () => origin)
  const kept = useMemo(() => (isWanted && !known ? mapCentre() : undefined), [isWanted, known])
  const isFirst = isWanted && !known && !kept
  const { data: profile } = useProfile()
  const { data: regions, isError } = useRegions({ enabled: isFirst })
  if (!isFirst) return known ?? kept
  if (!profile || !(regions || isError)) return undefined
  return rounded(firstView(regions ?? [], profile).center)
}
