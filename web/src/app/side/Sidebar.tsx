import { IconArrowLeft, IconLayoutSidebarLeftExpand, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import { IconButton } from '../../ui/IconButton.tsx'
import { useWorkspace } from '../use-workspace.ts'
import { closePanel, panelOf, previousPanel } from '../workspace.ts'
import { PanelActions } from './PanelActions.tsx'
import { PanelBody } from './PanelBody.tsx'
import { PanelMode } from './PanelMode.tsx'
import classes from './Sidebar.module.css'

/** The list or form at the start side; the address says which. */
export const Sidebar = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace, path, go } = useWorkspace()
  const panel = panelOf(workspace, path)
  if (panel === 'closed')
    return (
      <IconButton
        icon={IconLayoutSidebarLeftExpand}
        label={t('panel.open')}
        className={classes.open}
        variant="default"
        onClick={() => go({ ...workspace, panel: undefined })}
      />
    )
  const { back } = workspace
  return (
    <section className={classes.sidebar} aria-label={t('panel.label')}>
      <header className={classes.header}>
        {back && (
          <IconButton
            icon={IconArrowLeft}
            label={t('panel.previous', { title: t(`panel.${back}`) })}
            className={classes.mirrored}
            onClick={() => go(previousPanel(workspace))}
          />
        )}
        <h2 className={classes.title}>{t(`panel.${panel}`)}</h2>
        <PanelActions panel={panel} profile={profile} />
        <IconButton icon={IconX} label={t('word.close')} onClick={() => go(closePanel(workspace))} />
      </header>
      <PanelMode />
      <div className={classes.body}>
        <PanelBody panel={panel} profile={profile} />
      </div>
    </section>
  )
}
