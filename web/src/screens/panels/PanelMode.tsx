import { IconFilter, IconShare, IconX } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import { withTexts } from '../../i18n/i18n.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { activeListFilters } from '../workspace/list-filters.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { panelOf, stopSharing } from '../workspace/workspace.ts'
import classes from './PanelMode.module.css'
import { useFilterName } from './use-filter-name.ts'

const ActiveFilters = lazy(
  withTexts(['calendar'], () => import('./ActiveFilters.tsx').then((file) => ({ default: file.ActiveFilters }))),
)

export const PanelMode = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace, path, go } = useWorkspace()
  const { sharing, filter } = workspace
  const panel = panelOf(workspace, path)
  const name = useFilterName(filter, profile)
  if (sharing)
    return (
      <p className={classes.mode}>
        <IconShare size={18} stroke={1.75} aria-hidden />
        <span className={classes.name}>{t(`share.${sharing}`)}</span>
        <IconButton icon={IconX} label={t('share.stop')} size={32} onClick={() => go(stopSharing)} />
      </p>
    )
  if (panel !== 'events' && panel !== 'activities' && panel !== 'aois') return null
  return (
    <>
      {filter && (
        <p className={classes.mode}>
          <IconFilter size={18} stroke={1.75} aria-hidden />
          <span className={classes.name}>{name}</span>
          <IconButton
            icon={IconX}
            label={t('filter.clear')}
            size={32}
            onClick={() => go({ ...workspace, filter: undefined })}
          />
        </p>
      )}
      {activeListFilters(workspace).length > 0 && (
        <Suspense>
          <ActiveFilters profile={profile} />
        </Suspense>
      )}
    </>
  )
}
