import { useTranslation } from 'react-i18next'
import { FeedFilter, type Profile } from '#contract'
import type { AoiQuery } from '../../core/aoi/data.ts'
import { useTypeLooks } from '../../core/aoi/type-look.ts'
import { useRegions } from '../../core/region/data.ts'
import { FeedDialog } from '../../exchange/feed/FeedDialog.tsx'
import { FeedsDialog } from '../../exchange/feed/FeedsDialog.tsx'
import { dotted } from '../../i18n/isolated.ts'
import { nameOf } from '../../i18n/names.ts'
import { actorOf } from '../../people/user/data.ts'
import { isListFilter } from '../workspace/list-filters.ts'
import { useFilterNames } from './use-filter-names.ts'

/** Describes a feed's filter in words. */
const useFeedWords = (profile: Profile): ((filter: FeedFilter) => string) => {
  const { t } = useTranslation()
  const nameOfValue = useFilterNames(profile)
  return ({ kind, state, days, ...filters }) =>
    dotted([
      t(kind === 'activity' ? 'panel.activities' : 'panel.events'),
      ...(state === 'all' ? [] : [t(`filter.${state}`)]),
      ...Object.entries(filters).flatMap(([by, values]) =>
        isListFilter(by) && values ? [values].flat().map((value) => nameOfValue(by, value)) : [],
      ),
      ...(days ? [t('feed.days', { count: days })] : []),
    ])
}

export type ListOfFeed = AoiQuery & Pick<FeedFilter, 'kind' | 'state' | 'days'>

type ListFeedProps = {
  profile: Profile
  title: string
  list: ListOfFeed
  isReduced: boolean
  onClose: () => void
}

export const ListFeed = ({ profile, list, ...props }: ListFeedProps) => {
  const { t } = useTranslation()
  const looks = useTypeLooks(actorOf(profile).visibleServiceIds)
  const { data: regions = [] } = useRegions()
  const choices = {
    eventType: [
      ...Array.from(looks, ([_id, { name }]) => ({ _id, name })),
      { _id: 'none', name: t('narrowed.eventType.none') },
    ],
    region:
      regions.length > 0
        ? [
            ...regions.map((region) => ({ _id: region._id, name: nameOf(region) })),
            { _id: 'none', name: t('narrowed.region.none') },
          ]
        : [],
  }
  return (
    <FeedDialog
      memberId={profile._id}
      wordsOf={useFeedWords(profile)}
      choices={choices}
      filter={FeedFilter.parse(list)}
      {...props}
    />
  )
}

export const Feeds = ({ profile, onClose }: { profile: Profile; onClose: () => void }) => (
  <FeedsDialog memberId={profile._id} wordsOf={useFeedWords(profile)} onClose={onClose} />
)
