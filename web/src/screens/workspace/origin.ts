import { useMemo, useSyncExternalStore } from 'react'
import type { LngLat } from '#contract'
import { useRegions } from '../../core/region/data.ts'
import { recallView } from '../../map/view.ts'
import { useProfile } from '../../people/user/data.ts'
import { firstView, wholeWorld } from './first-view.ts'

/**
 * The point that "nearest" refers to: the device's position if allowed, else the map's centre. Not in the URL, so that
 * a link does not reveal the position.
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

/** Rounds to about ten metres, so that a few steps do not load the list again. */
const rounded = ([lng, lat]: LngLat): LngLat => [Number(lng.toFixed(4)), Number(lat.toFixed(4))]

const TIMEOUT_MS = 10_000

/** Uses the map's centre at once, and the device's position as soon as it is known. */
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

/**
 * The point that "nearest" refers to, if needed. Opening a link sorted by distance does not request the position; the
 * centre of the last or first map view is used.
 */
export const useOrigin = (isNeeded: boolean): LngLat | undefined => {
  const current = useSyncExternalStore(listen, () => origin)
  const lastCentre = useMemo(() => (isNeeded && !current ? mapCentre() : undefined), [isNeeded, current])
  const isFirst = isNeeded && !current && !lastCentre
  const { data: profile } = useProfile()
  const { data: regions, isError } = useRegions({ enabled: isFirst })
  if (!isFirst) return current ?? lastCentre
  if (!profile || !(regions || isError)) return undefined
  return rounded(firstView({ profile, regions: regions ?? [], extent: null }).center)
}
