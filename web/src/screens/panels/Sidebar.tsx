import { IconArrowLeft, IconLayoutSidebarLeftExpand, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import { useFocusHome } from '../../ui/browser/use-return-focus.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { closePanel, leaveForm, panelOf, previousPanel, shownForm } from '../workspace/workspace.ts'
import { formTitle } from './form-title.ts'
import { PanelActions } from './PanelActions.tsx'
import { PanelBody } from './PanelBody.tsx'
import { PanelMode } from './PanelMode.tsx'
import classes from './Sidebar.module.css'

const FormBody = lazy(() => import('./FormBody.tsx').then((file) => ({ default: file.FormBody })))

export const Sidebar = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace, path, go } = useWorkspace()
  const panel = panelOf(workspace, path)
  const form = shownForm(workspace, path)
  const body = useRef<HTMLDivElement>(null)
  useFocusHome(body, form ?? panel)
  if (panel === 'closed') {
    // Review fills the screen, so it has no button that opens the panel.
    if (workspace.view === 'review') return null
    return (
      <IconButton
        icon={IconLayoutSidebarLeftExpand}
        label={t('panel.open')}
        data-home
        className={classes.open}
        variant="default"
        onClick={() => go(previousPanel(workspace))}
      />
    )
  }
  const { back } = workspace
  return (
    <section className={classes.sidebar} aria-label={t('panel.label')}>
      <header className={classes.header}>
        {(form || back) && (
          <IconButton
            icon={IconArrowLeft}
            label={t('panel.previous', { title: t(`panel.${(!form && back) || panel}`) })}
            className={classes.mirrored}
            onClick={() => go(form ? leaveForm : previousPanel(workspace))}
          />
        )}
        <h2 className={classes.title} tabIndex={-1} data-home>
          {t(form ? formTitle(form) : `panel.${panel}`)}
        </h2>
        {!form && <PanelActions panel={panel} profile={profile} />}
        <IconButton icon={IconX} label={t('word.close')} onClick={() => go(closePanel(workspace))} />
      </header>
      {!form && <PanelMode profile={profile} />}
      <div ref={body} className={classes.body}>
        <Suspense>
          {form ? <FormBody form={form} profile={profile} /> : <PanelBody panel={panel} profile={profile} />}
        </Suspense>
      </div>
    </section>
  )
}
