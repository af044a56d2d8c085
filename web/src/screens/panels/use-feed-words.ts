import { useTranslation } from 'react-i18next'
import type { FeedFilter, Profile } from '#contract'
import { useTypeLooks } from '../../core/aoi/type-look.ts'
import { useCommunityNames } from '../../core/community/data.ts'
import { useRegions } from '../../core/region/data.ts'
import { dotted } from '../../i18n/isolated.ts'
import { nameOf } from '../../i18n/names.ts'
import { actorOf } from '../../people/user/data.ts'

/** The filter of a feed in words. */
export const useFeedWords = (profile: Profile): ((filter: FeedFilter) => string) => {
  const { t } = useTranslation()
  const looks = useTypeLooks(actorOf(profile).visibleServiceIds)
  const communities = useCommunityNames()
  const { data: regions } = useRegions()
  const regionName = (id: string) => {
    const region = regions?.find(({ _id }) => _id === id)
    return region && nameOf(region)
  }
  return ({ kind, state, eventType, region, community, days }) =>
    dotted([
      t(kind === 'activity' ? 'panel.activities' : 'panel.events'),
      ...(state === 'all' ? [] : [t(`filter.${state}`)]),
      ...(eventType ? [eventType === 'none' ? t('narrowed.eventType.none') : (looks.get(eventType)?.name ?? '…')] : []),
      ...(region ? [region === 'none' ? t('narrowed.region.none') : (regionName(region) ?? '…')] : []),
      ...(community ? [communities.get(community) ?? '…'] : []),
      ...(days ? [t('feed.days', { count: days })] : []),
    ])
}
