import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { AoiGroup, AoiSummary } from '#contract'
import { titleOf } from '../../../i18n/names.ts'
import { type TypeLook, useTypeLooks } from '../type-look.ts'
import type { AoiTab } from './listed-kind.ts'
import type { AoiPanelProps } from './panel-props.ts'

type RowContext = Pick<AoiPanelProps, 'serviceIds' | 'communities'>
export type GroupTab = Exclude<AoiTab, 'all'>

const ACTIVITY_COLOUR = '#596170'

export const useRowLook = ({ serviceIds, communities }: RowContext): ((aoi: AoiSummary) => TypeLook | undefined) => {
  const looks = useTypeLooks(serviceIds)
  return useCallback(
    ({ properties: { activity, publicAction } }) =>
      activity
        ? { name: communities?.get(activity.communityId) ?? '', symbol: 'calendar-event', colour: ACTIVITY_COLOUR }
        : looks.get(publicAction?._id ?? ''),
    [looks, communities],
  )
}

export const useGroupTitle = (by: GroupTab, { serviceIds, communities }: RowContext) => {
  const { t } = useTranslation()
  const looks = useTypeLooks(serviceIds)
  return useCallback(
    (group: AoiGroup): string => {
      if (by === 'creator') return group.title || t('events.noCreator')
      if (by === 'community') return communities?.get(group._id) ?? titleOf(group)
      return looks.get(group._id)?.name ?? (titleOf(group) || t('events.noType'))
    },
    [by, looks, communities, t],
  )
}
