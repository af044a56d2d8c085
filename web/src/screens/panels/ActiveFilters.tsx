import { IconFilter, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import { useTypeLooks } from '../../core/aoi/type-look.ts'
import { useCommunityNames } from '../../core/community/data.ts'
import { useRegions } from '../../core/region/data.ts'
import { nameOf } from '../../i18n/names.ts'
import { actorOf } from '../../people/user/data.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { activeListFilters, type ListFilter } from '../workspace/list-filters.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import classes from './PanelMode.module.css'

export const ActiveFilters = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  const { eventType, region, community } = workspace
  const communities = useCommunityNames({ enabled: community !== undefined })
  const looks = useTypeLooks(actorOf(profile).visibleServiceIds)
  const { data: regions } = useRegions({ enabled: region !== undefined && region !== 'none' })
  const selectedRegion = regions?.find(({ _id }) => _id === region)
  const namesById: Partial<Record<ListFilter, string | undefined>> = {
    eventType: eventType && looks.get(eventType)?.name,
    region: selectedRegion && nameOf(selectedRegion),
    community: community && communities.get(community),
  }
  return activeListFilters(workspace).map(({ name: by, key }) => {
    const name = key ? t(`narrowed.${key}`) : (namesById[by] ?? '…')
    return (
      <p key={by} className={classes.mode}>
        <IconFilter size={18} stroke={1.75} aria-hidden />
        <bdi className={classes.name}>{name}</bdi>
        <IconButton
          icon={IconX}
          label={t('narrowed.remove', { name })}
          size={32}
          onClick={() => go({ ...workspace, [by]: undefined })}
        />
      </p>
    )
  })
}
