import { IconFilter, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import { useTypeLooks } from '../../core/aoi/type-look.ts'
import { useCommunityNames } from '../../core/community/data.ts'
import { useRegions } from '../../core/region/data.ts'
import { nameOf } from '../../i18n/names.ts'
import { actorOf } from '../../people/user/data.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
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
  const narrowed = [
    { by: 'eventType', id: eventType, name: eventType && (looks.get(eventType)?.name ?? t('narrowed.noType')) },
    {
      by: 'region',
      id: region,
      name: region === 'none' ? t('narrowed.noRegion') : selectedRegion && nameOf(selectedRegion),
    },
    { by: 'community', id: community, name: community && communities.get(community) },
  ] as const
  return narrowed.map(
    ({ by, id, name = '…' }) =>
      id && (
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
      ),
  )
}
