import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import { useTypeLooks } from '../../core/aoi/type-look.ts'
import { useCommunityNames } from '../../core/community/data.ts'
import { useRegions } from '../../core/region/data.ts'
import { nameOf } from '../../i18n/names.ts'
import { actorOf } from '../../people/user/data.ts'
import { keyOfFilter, type ListFilter } from '../workspace/list-filters.ts'

/** Returns a function that names a value of a list filter, such as an event type by its id. */
export const useFilterNames = (
  profile: Profile,
  { enabled = true } = {},
): ((by: ListFilter, value: string) => string) => {
  const { t } = useTranslation()
  const looks = useTypeLooks(actorOf(profile).visibleServiceIds)
  const communities = useCommunityNames({ enabled })
  const { data: regions } = useRegions({ enabled })
  const nameById: { [Name in ListFilter]?: (id: string) => string | undefined } = {
    eventType: (id) => looks.get(id)?.name,
    region: (id) => {
      const region = regions?.find(({ _id }) => _id === id)
      return region && nameOf(region)
    },
    community: (id) => communities.get(id),
  }
  return (by, value) => {
    const key = keyOfFilter(by, value)
    return key ? t(`narrowed.${key}`) : (nameById[by]?.(value) ?? '…')
  }
}
