import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { menuFor, type Profile } from '#contract'
import { useTypeLooks } from '../../core/aoi/type-look.ts'
import { DashboardView } from '../../core/dashboard/DashboardView.tsx'
import type { NarrowList } from '../../core/dashboard/data.ts'
import { formatDate } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { actorOf } from '../../people/user/data.ts'
import { daysBefore, startOf, useToday } from '../workspace/date-range.ts'
import { useAoiQuery } from '../workspace/use-aoi-query.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { isDefaultRange, rangeOf } from '../workspace/workspace.ts'

export const WorkspaceDashboard = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  const { sort, order, near, isActivity, isSensors, ...query } = useAoiQuery()
  const { from, to } = rangeOf(workspace, useToday())
  const language = currentLanguage()
  const period = isDefaultRange(workspace)
    ? t('dates.default')
    : t('dates.range', { from: formatDate(startOf(from), language), to: formatDate(startOf(to), language) })
  return (
    <DashboardView
      query={query}
      period={period}
      looks={useTypeLooks(actorOf(profile).visibleServiceIds)}
      narrow={useNarrow(profile)}
      onClose={() => go({ ...workspace, view: undefined })}
    />
  )
}

const useNarrow = (profile: Profile): NarrowList => {
  const { go } = useWorkspace()
  const today = useToday()
  const everything = { hasGroups: true, hasWarnings: false, mayReview: false, isOffline: false }
  const seesGroups = menuFor(profile.type, everything).includes('groups')
  return useMemo(() => {
    const idOf = (id: string | null) => id ?? 'none'
    const events = { panel: undefined, back: undefined, form: undefined, selected: undefined, community: undefined }
    const clamp = (day: string) => (day > today ? today : day)
    return {
      period: (from, to, eventType) =>
        go((now) => ({
          ...now,
          ...events,
          from: clamp(from),
          to: clamp(to),
          ...(eventType !== undefined && { eventType: idOf(eventType) }),
        })),
      eventType: (id) => go((now) => ({ ...now, ...events, eventType: idOf(id) })),
      region: (id) => go((now) => ({ ...now, ...events, region: idOf(id) })),
      open: (state, sinceDays, untilDays) =>
        go((now) => {
          const shown = rangeOf(now, today)
          const oldest = untilDays === undefined ? shown.from : daysBefore(today, untilDays)
          const newest = daysBefore(today, sinceDays)
          const from = oldest > shown.from ? oldest : shown.from
          return { ...now, ...events, filter: state, from, to: newest < shown.to ? newest : shown.to }
        }),
      community: (community) =>
        go((now) => ({ ...now, ...events, panel: 'activities', eventType: undefined, community })),
      group: seesGroups
        ? (id) => go((now) => ({ ...now, ...events, panel: 'groups', selected: `group.${id}` }))
        : undefined,
    }
  }, [go, today, seesGroups])
}
