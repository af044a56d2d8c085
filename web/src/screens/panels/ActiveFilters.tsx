import { IconFilter, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { activeListFilters } from '../workspace/list-filters.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import classes from './PanelMode.module.css'
import { useFilterNames } from './use-filter-names.ts'

export const ActiveFilters = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  const active = activeListFilters(workspace)
  const nameOfValue = useFilterNames(profile, { enabled: active.length > 0 })
  return active.map(({ name: by, value }) => {
    const name = nameOfValue(by, value)
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
