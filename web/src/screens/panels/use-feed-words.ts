import { useTranslation } from 'react-i18next'
import type { FeedFilter, Profile } from '#contract'
import { dotted } from '../../i18n/isolated.ts'
import { isListFilter } from '../workspace/list-filters.ts'
import { useFilterNames } from './use-filter-names.ts'

export const useFeedWords = (profile: Profile): ((filter: FeedFilter) => string) => {
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
