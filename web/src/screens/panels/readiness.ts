import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { displayName, isStalePosition, type LngLat, type Member, onDutyAt, type Rota } from '#contract'
import { useRotas } from '../../alarms/rota/data.ts'
import { lengthText, metresBetween } from '../../core/aoi/list/distance.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { isolated } from '../../i18n/isolated.ts'
import { usePositions } from '../../people/user/team/data.ts'
import type { Readiness } from '../../people/user/team/TeamPanel.tsx'
import { useNow } from '../../ui/browser/now.ts'

type Place = { location: readonly [number, number]; locationAt: string; _id: string }

export const distancesTo = (place: readonly [number, number], positions: readonly Place[], now: Date) =>
  new Map(
    positions
      .filter(({ locationAt }) => !isStalePosition(locationAt, now))
      .map(({ _id, location }) => [_id, metresBetween(place, location)]),
  )

/** Orders by availability (on duty, then online), then by distance, then by name. */
export const byReadiness =
  (onDuty: ReadonlySet<string>, distances: ReadonlyMap<string, number>) =>
  (one: Member, other: Member): number => {
    const rank = ({ _id, isOnline }: Member) => (onDuty.has(_id) ? 0 : isOnline ? 1 : 2)
    const metres = ({ _id }: Member) => distances.get(_id) ?? Number.MAX_VALUE
    return (
      rank(one) - rank(other) ||
      metres(one) - metres(other) ||
      displayName(one).localeCompare(displayName(other), currentLanguage())
    )
  }

const onDutyNow = (rotas: readonly Rota[], now: number): Set<string> =>
  new Set(rotas.flatMap((rota) => onDutyAt(rota, now)?.memberId ?? []))

export const useReadiness = (place: LngLat | undefined): Readiness => {
  const { t } = useTranslation()
  const { data: rotas } = useRotas()
  const { data: positions } = usePositions()
  const now = useNow()
  const [lng, lat] = place ?? []
  return useMemo(() => {
    const onDuty = onDutyNow(rotas ?? [], now.getTime())
    const distances =
      lng === undefined || lat === undefined ? new Map<string, number>() : distancesTo([lng, lat], positions ?? [], now)
    const textOf = ({ _id }: Member) => {
      const metres = distances.get(_id)
      const parts = [
        onDuty.has(_id) && t('team.onDuty'),
        metres !== undefined && isolated(lengthText(metres, currentLanguage())),
      ]
      return parts.filter(Boolean).join(' · ')
    }
    return { textOf, compare: byReadiness(onDuty, distances) }
  }, [rotas, positions, now, lng, lat, t])
}
